import type { Figure } from './family.ts';

/**
 * A seated person from the side, without a face, as SVG elements. The seat is at (0, 0), the head at about (5, -55), and
 * the person looks to the right.
 */
export function seatedFigure({ clothes, skin, hair, bun }: Figure): string {
  return `
    <path d="M-13 0C-16-26-10-42 4-42C16-42 18-24 17-2L40 0L41 34L31 34L29 12L-8 12Z" fill="${clothes}"/>
    <circle cx="5" cy="-55" r="12.500" fill="${skin}"/>
    <path d="M-8-53C-10-68 3-71 10-68C17-66 18-60 17-58C10-62 2-60-1-54C-2-50-6-49-8-53Z" fill="${hair}"/>
    ${bun ? `<circle cx="-8" cy="-62" r="5.500" fill="${hair}"/>` : ''}`;
}
