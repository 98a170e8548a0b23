// Line charts with two logarithmic axes as SVG: panels beside each other, with the name of each line at its end.

export interface Line {
  readonly title: string;
  readonly colour: string;
  readonly isDashed?: boolean;
  readonly points: readonly (readonly [x: number, y: number])[];
}

export interface Panel {
  readonly title: string;
  readonly lines: readonly Line[];
}

export interface Axis {
  readonly title: string;
  readonly ticks: Ticks;
}

/** In ascending order, and from the one end of an axis to the other. */
export type Ticks = readonly (readonly [value: number, text: string])[];

export interface Chart {
  readonly title: string;
  readonly subtitle: string;
  readonly x: Axis;
  readonly y: Ticks;
  readonly panels: readonly Panel[];
}

const plot = { top: 92, width: 268, height: 290 };
const panelLeft = 58;
const panelWidth = 524;
const pictureHeight = 436;
/** Lines of labels are so far apart. */
const lineHeight = 15;
const font = 'font-family="system-ui, -apple-system, Segoe UI, Helvetica, Arial, sans-serif"';

export function renderChart(chart: Chart): string {
  const width = panelWidth * chart.panels.length;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${pictureHeight}" width="${width}" height="${pictureHeight}" role="img" ${font} font-size="12" fill="#333">`,
    `<title>${escapeText(chart.title)}</title>`,
    `<rect width="${width}" height="${pictureHeight}" fill="#fff"/>`,
    `<text x="16" y="28" font-size="17" font-weight="600" fill="#111">${escapeText(chart.title)}</text>`,
    `<text x="16" y="48">${escapeText(chart.subtitle)}</text>`,
    ...chart.panels.flatMap((panel, at) => renderPanel(chart, panel, at * panelWidth + panelLeft)),
    '</svg>',
    '',
  ].join('\n');
}

function renderPanel({ x, y }: Chart, { title, lines }: Panel, left: number): string[] {
  const toX = scaleOf(x.ticks, left, left + plot.width);
  const toY = scaleOf(y, plot.top + plot.height, plot.top);
  return [
    `<text x="${left}" y="${plot.top - 14}" font-size="14" font-weight="600" fill="#111">${escapeText(title)}</text>`,
    ...renderAxes(left, { x, y, toX, toY }),
    ...lines.map((line) => renderLine(line, toX, toY)),
    ...renderLabels(lines, left + plot.width + 12, toY),
  ];
}

type Scale = (value: number) => number;

function scaleOf(ticks: Ticks, from: number, to: number): Scale {
  const [low, high] = [ticks[0]?.[0] ?? 1, ticks.at(-1)?.[0] ?? 10].map(Math.log10);
  return (value) =>
    round(from + ((Math.log10(value) - (low ?? 0)) / ((high ?? 1) - (low ?? 0))) * (to - from));
}

function round(coordinate: number): number {
  return Math.round(coordinate * 10) / 10;
}

interface Axes {
  readonly x: Axis;
  readonly y: Ticks;
  readonly toX: Scale;
  readonly toY: Scale;
}

function renderAxes(left: number, { x, y, toX, toY }: Axes): string[] {
  const bottom = plot.top + plot.height;
  const right = left + plot.width;
  return [
    ...y.flatMap(([value, text]) => [
      `<path d="M${left} ${toY(value)}H${right}" stroke="#e3e3e3"/>`,
      `<text x="${left - 8}" y="${toY(value) + 4}" text-anchor="end">${escapeText(text)}</text>`,
    ]),
    ...x.ticks.flatMap(([value, text]) => [
      `<path d="M${toX(value)} ${bottom}v5" stroke="#888"/>`,
      `<text x="${toX(value)}" y="${bottom + 20}" text-anchor="middle">${escapeText(text)}</text>`,
    ]),
    `<path d="M${left} ${bottom}H${right}" stroke="#888"/>`,
    `<text x="${left + plot.width / 2}" y="${bottom + 40}" text-anchor="middle">${escapeText(x.title)}</text>`,
  ];
}

function renderLine({ points, colour, isDashed }: Line, toX: Scale, toY: Scale): string {
  const places = points.map(([x, y]) => `${toX(x)} ${toY(y)}`);
  const dashes = isDashed ? ' stroke-dasharray="5 4"' : '';
  const marks = places.map((place) => `<circle cx="${place.replace(' ', '" cy="')}" r="3"/>`);
  return `<g fill="${colour}"><path d="M${places.join('L')}" fill="none" stroke="${colour}" stroke-width="2"${dashes}/>${marks.join('')}</g>`;
}

/** The names stand at the ends of the lines, moved apart where ends are close. */
function renderLabels(lines: readonly Line[], x: number, toY: Scale): string[] {
  const ends = lines.map((line) => ({ line, y: toY(line.points.at(-1)?.[1] ?? 1) }));
  const sorted = ends.sort((a, b) => a.y - b.y);
  const places = spread(sorted.map(({ y }) => y));
  return sorted.map(
    ({ line }, at) =>
      `<text x="${x}" y="${round((places[at] ?? 0) + 4)}" fill="${line.colour}" font-weight="500">${escapeText(line.title)}</text>`,
  );
}

/** The lowest label stands above the numbers of the axis. */
const lowestLabel = plot.top + plot.height - 8;

/** Moves neighbours that overlap apart as a group, around their common middle. */
function spread(places: readonly number[]): number[] {
  const groups: LabelGroup[] = [];
  for (const place of places) {
    let group = raise({ middle: place, size: 1 });
    for (let above = groups.at(-1); above && isClose(above, group); above = groups.at(-1)) {
      const size = above.size + group.size;
      group = raise({ middle: (above.middle * above.size + group.middle * group.size) / size, size });
      groups.pop();
    }
    groups.push(group);
  }
  return groups.flatMap(({ middle, size }) =>
    Array.from({ length: size }, (_, at) => middle + (at - (size - 1) / 2) * lineHeight),
  );
}

/** Labels below each other, without a space between them. */
interface LabelGroup {
  readonly middle: number;
  readonly size: number;
}

function raise({ middle, size }: LabelGroup): LabelGroup {
  return { middle: Math.min(middle, lowestLabel - ((size - 1) / 2) * lineHeight), size };
}

function isClose(above: LabelGroup, below: LabelGroup): boolean {
  return below.middle - above.middle < ((above.size + below.size) / 2) * lineHeight;
}

function escapeText(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;');
}
