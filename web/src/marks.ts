// Draws marks over the view. src/viewer/image/internal/picture_marks.h computes their positions.

import type { PictureMarks, ViewerNow } from './report.ts';

const kGround = '#14181eaa';
const kEdge = '#14181e';

// Draws on a canvas over the view, which has the same size. `unit`: pixels per point.
export function draw_marks(canvas: HTMLCanvasElement, { marks, view }: ViewerNow, width: number, height: number, unit: number): void {
  if (canvas.hidden && !marks) return;
  canvas.hidden = !marks;
  canvas.width = width; // also clears the canvas
  canvas.height = height;
  const paint = canvas.getContext('2d');
  if (!paint || !marks) return;
  paint.font = `${12 * unit}px system-ui, sans-serif`;
  paint.textBaseline = 'middle';
  paint.lineWidth = 2 * unit;
  draw_labels(paint, marks.sides, unit);
  if (view) {
    paint.beginPath();
    paint.rect(view.x, view.y, view.width, view.height);
    paint.clip();
  }
  for (const { from, to, color, arrow } of marks.lines) {
    paint.strokeStyle = paint.fillStyle = color;
    paint.beginPath();
    paint.moveTo(...from);
    paint.lineTo(...to);
    paint.stroke();
    const dx = to[0] - from[0], dy = to[1] - from[1], length = Math.hypot(dx, dy);
    if (!arrow || length < 12 * unit) continue;
    const x = (dx / length) * unit, y = (dy / length) * unit;
    paint.beginPath();
    paint.moveTo(to[0] - 5 * x, to[1] - 5 * y);
    paint.lineTo(to[0] - 15 * x - 5 * y, to[1] - 15 * y + 5 * x);
    paint.lineTo(to[0] - 15 * x + 5 * y, to[1] - 15 * y - 5 * x);
    paint.fill();
  }
  for (const { x, y, color } of marks.dots)
    for (const [colour, radius] of [[kEdge, 5], [color, 3.5]] as const) {
      paint.fillStyle = colour;
      paint.beginPath();
      paint.arc(x, y, radius * unit, 0, 7);
      paint.fill();
    }
  draw_labels(paint, marks.labels, unit);
}

function draw_labels(paint: CanvasRenderingContext2D, labels: PictureMarks['labels'], unit: number): void {
  const placed: { left: number; right: number; y: number }[] = [];
  const tall = 18 * unit;
  for (const { x, y, text, color, name } of labels) {
    const left = x + 5 * unit, right = left + paint.measureText(text).width + 6 * unit;
    if (name && placed.some((other) => Math.abs(other.y - y) < tall && left < other.right && other.left < right)) continue;
    if (name) placed.push({ left, right, y });
    paint.fillStyle = kGround;
    paint.fillRect(left, y - tall / 2, right - left, tall);
    paint.fillStyle = color;
    paint.fillText(text, left + 3 * unit, y);
  }
}
