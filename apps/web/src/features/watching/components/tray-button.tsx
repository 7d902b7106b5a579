import ButtonBase, { type ButtonBaseProps } from '@mui/material/ButtonBase';
import type { ReactNode } from 'react';

interface TrayButtonProps extends Pick<ButtonBaseProps, 'onClick' | 'disabled'> {
  /** The label below the circle. */
  word: string;
  /** Accessible name, if it differs from the label: that of a switch is constant. */
  name?: string | undefined;
  /** An icon, or a text that belongs to the name, such as 1×. */
  icon: ReactNode;
  /** Filled for the main button, or for the recommended action. */
  filled?: boolean;
  /** Larger, for Play and Pause. */
  large?: boolean;
  /** State of a switch; undefined for a normal button. */
  on?: boolean | undefined;
  /** Set for a button that opens a menu: whether that is open. */
  menu?: { open: boolean };
  buttonRef?: React.Ref<HTMLButtonElement>;
}

/**
 * A button of the tray: a circle with a label below. The label is the accessible name; a switch has a separate name,
 * and its label is its state.
 */
export function TrayButton(props: TrayButtonProps) {
  const { word, name, icon, filled = false, large = false, on, menu, buttonRef, ...button } = props;
  return (
    <ButtonBase
      {...button}
      ref={buttonRef}
      className="tray-button"
      aria-label={name}
      role={on === undefined ? undefined : 'switch'}
      aria-checked={on}
      aria-haspopup={menu ? 'menu' : undefined}
      aria-expanded={menu?.open}
      data-filled={filled || undefined}
      data-large={large || undefined}
      data-on={on || undefined}
    >
      <span className="circle" aria-hidden={typeof icon !== 'string'}>
        {icon}
      </span>{' '}
      <span>{word}</span>
    </ButtonBase>
  );
}
