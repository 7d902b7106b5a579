/** Rings from the outside to the inside: center, radius, color. They fit into a square of 40 units. */
const RINGS = [
  [20, 20, 19, '#667b68'],
  [20.8, 18.8, 14.6, '#a3b899'],
  [21.8, 17.4, 9.8, '#e6e9d2'],
  [22.8, 16.2, 4.8, '#dcae55'],
] as const;

/** Color of the outermost ring. */
export const LOGO_BACKGROUND = RINGS[0][3];

/** The product's logo as an SVG element, hidden from screen readers. @param size width and height in CSS pixels */
export function logo(size: number): string {
  const rings = RINGS.map(([x, y, radius, color]) => `<circle cx="${x}" cy="${y}" r="${radius}" fill="${color}"/>`);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40" width="${size}" height="${size}" aria-hidden="true">${rings.join('')}</svg>`;
}
