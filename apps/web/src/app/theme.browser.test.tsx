import { DARK } from '@kinreel/brand/colors';
import AddRounded from '@mui/icons-material/AddRounded';
import Button from '@mui/material/Button';
import Radio from '@mui/material/Radio';
import Switch from '@mui/material/Switch';
import { afterEach, expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { renderComponent } from '../testing/render-component.tsx';
import { theme } from './theme.ts';

afterEach(() => {
  document.documentElement.style.fontSize = '';
});

test('[CONST-01] filled buttons are darker than the primary color, for contrast; medium and large are 720 and 1080 px', async () => {
  const screen = await renderComponent(<Button variant="contained">Save</Button>);
  const button = screen.getByRole('button', { name: 'Save' });
  await expect.element(button).toHaveStyle({ backgroundColor: 'rgb(74, 95, 77)', color: 'rgb(255, 255, 255)' });
  expect(DARK.primary.main).toBe('#8ea48d');
  expect([theme.breakpoints.values.sm, theme.breakpoints.values.md]).toEqual([720, 1080]);
});

test.each([
  ['switch', <Switch key="s" slotProps={{ input: { role: 'switch' } }} />, '.MuiSwitch-root'],
  ['radio', <Radio key="r" />, '.MuiRadio-root'],
] as const)('a %s that is focused with the keyboard has a visible ring', async (role, control, root) => {
  const screen = await renderComponent(control);
  const input = screen.getByRole(role).element();
  const frame = input.closest<HTMLElement>(root) as HTMLElement;
  expect(getComputedStyle(frame).outlineStyle).toBe('none');
  await userEvent.tab();
  expect(document.activeElement).toBe(input);
  const ring = () => {
    const { outlineStyle, outlineWidth, opacity } = getComputedStyle(frame);
    return [outlineStyle, outlineWidth, opacity];
  };
  await expect.poll(ring).toEqual(['solid', '3px', '1']);
});

test('the icons of buttons and the switches are twice as large with text of 200 %', async () => {
  const screen = await renderComponent(
    <>
      <Button startIcon={<AddRounded />}>Add</Button>
      <Switch />
    </>,
  );
  const sizes = () =>
    ['.MuiButton-startIcon svg', '.MuiSwitch-root', '.MuiSwitch-thumb'].map((one) => {
      const { width, height } = getComputedStyle(screen.container.querySelector(one) as Element);
      return `${width} ${height}`;
    });
  expect(sizes()).toEqual(['24px 24px', '58px 38px', '20px 20px']);
  document.documentElement.style.fontSize = '200%';
  await expect.poll(sizes).toEqual(['48px 48px', '116px 76px', '40px 40px']);
});
