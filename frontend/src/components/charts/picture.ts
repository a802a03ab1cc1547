/** A chart as a file of its own, which looks as it does on the screen. */

/** What styles give to a drawing; in the file they stand at each part of it. */
const STYLED = [
  'fill',
  'fill-opacity',
  'stroke',
  'stroke-width',
  'stroke-dasharray',
  'stroke-linecap',
  'stroke-linejoin',
  'opacity',
  'font-size',
  'font-weight',
] as const;

interface Picture {
  title: string;
  /** What it shows, in words. */
  description: string;
  /** Its figures as text. */
  table: string;
}

/** The text of an SVG file. It has no cursor and needs no styles or fonts of the page. */
export function pictureText(
  drawing: SVGSVGElement,
  { title, description, table }: Picture,
): string {
  const copy = drawing.cloneNode(true) as SVGSVGElement;
  const parts = [drawing, ...drawing.querySelectorAll('*')];
  for (const [at, part] of [copy, ...copy.querySelectorAll('*')].entries()) {
    const source = parts[at];
    if (source) takeStyles(source, part);
  }
  for (const cursor of copy.querySelectorAll('[data-cursor]')) cursor.remove();
  const { width, height } = drawing.viewBox.baseVal;
  copy.setAttribute('width', String(width));
  copy.setAttribute('height', String(height));
  copy.setAttribute('font-family', 'sans-serif');
  copy.prepend(
    made('title', title),
    made('desc', description),
    made('metadata', table),
    ground(surfaceOf(drawing)),
  );
  return new XMLSerializer().serializeToString(copy);
}

function takeStyles(from: Element, to: Element): void {
  const styles = getComputedStyle(from);
  for (const name of STYLED) {
    const value = styles.getPropertyValue(name);
    if (value) to.setAttribute(name, value);
  }
  to.removeAttribute('class');
}

function made(name: string, text: string): SVGElement {
  const element = document.createElementNS('http://www.w3.org/2000/svg', name);
  element.textContent = text;
  return element;
}

function ground(colour: string): SVGElement {
  const rect = made('rect', '');
  rect.setAttribute('width', '100%');
  rect.setAttribute('height', '100%');
  rect.setAttribute('fill', colour);
  return rect;
}

/** The colour behind the drawing. */
function surfaceOf(drawing: SVGSVGElement): string {
  for (let under: Element | null = drawing; under; under = under.parentElement) {
    const { backgroundColor } = getComputedStyle(under);
    if (!/^(transparent|rgba\(0, 0, 0, 0\)|)$/.test(backgroundColor)) return backgroundColor;
  }
  return 'white';
}

/** How many dots of a PNG stand for one of the screen. */
const SHARPNESS = 2;

/** An SVG file as a PNG of twice its size. */
export async function painted(svg: string): Promise<Blob> {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  await image.decode();
  const canvas = document.createElement('canvas');
  canvas.width = image.naturalWidth * SHARPNESS;
  canvas.height = image.naturalHeight * SHARPNESS;
  canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve, reject) => {
    canvas.toBlob((file) => (file ? resolve(file) : reject(new Error('no picture'))), 'image/png');
  });
}
