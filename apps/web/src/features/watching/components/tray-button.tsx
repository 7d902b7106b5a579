import ButtonBase, { type ButtonBaseProps } from '@mui/material/ButtonBase';
import type { ReactNode } from 'react';

interface TrayButtonProps extends Pick<ButtonBaseProps, 'onClick' | 'disabled'> {
  /** The word below the circle. */
  word: string;
  /** The name, if it is not the word: that of a switch stays the same. */
  name?: string | undefined;
  /** A picture, or a text that belongs to the name, such as 1×. */
  icon: ReactNode;
  /** Filled: the one main button, or what should be done first. */
  filled?: boolean;
  /** Play and Pause. */
  large?: boolean;
  /** State of a switch; undefined for a button that acts. */
  on?: boolean | undefined;
  /** Whether it opens a menu, and whether that is open. */
  menu?: { open: boolean };
  buttonRef?: React.Ref<HTMLButtonElement>;
}

/** A button of the tray: a circle with its word below. The word is its name; a switch has a name, and its word is its state. */
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
