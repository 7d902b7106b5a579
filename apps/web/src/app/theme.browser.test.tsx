import { DARK } from '@kinreel/brand/colors';
import Button from '@mui/material/Button';
import { expect, test } from 'vitest';
import { renderComponent } from '../testing/render-component.tsx';
import { theme } from './theme.ts';

test('[CONST-01] filled buttons are darker than the primary color, for contrast; medium and large are 720 and 1080 px', async () => {
  const screen = await renderComponent(<Button variant="contained">Save</Button>);
  const button = screen.getByRole('button', { name: 'Save' });
  await expect.element(button).toHaveStyle({ backgroundColor: 'rgb(74, 95, 77)', color: 'rgb(255, 255, 255)' });
  expect(DARK.primary.main).toBe('#8ea48d');
  expect([theme.breakpoints.values.sm, theme.breakpoints.values.md]).toEqual([720, 1080]);
});
