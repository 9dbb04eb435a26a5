import { expect, test } from 'vitest'
import { cameraAt, pixelOf, spotOf } from './camera.ts'
import { drawMap } from './draw.ts'

type Drawn = { colour: unknown; points: [number, number][] }

/** A pen that writes down what it draws, and in which colour. */
const recorder = () => {
  const strokes: Drawn[] = []
  const moves: string[] = []
  let points: [number, number][] = []
  const pen: Record<string, unknown> = {
    beginPath: () => (points = []),
    moveTo: (x: number, y: number) => points.push([x, y]),
    lineTo: (x: number, y: number) => points.push([x, y]),
    arc: (x: number, y: number) => points.push([x, y]),
    stroke: () => strokes.push({ colour: pen['strokeStyle'], points: [...points] }),
    translate: (x: number, y: number) => moves.push(`to ${x} ${y}`),
    rotate: (angle: number) => moves.push(`by ${Math.round((angle * 180) / Math.PI)}`),
  }
  for (const name of ['setLineDash', 'setTransform', 'fillRect', 'closePath', 'fill', 'save', 'restore'])
    pen[name] = () => {}
  return { pen: pen as unknown as CanvasRenderingContext2D, strokes, moves } // what drawMap uses of one
}

// covers: DAPP-44
test('the way, the next turn, the stop and the vehicle with its heading are drawn where they are, also without streets', () => {
  const way: [number, number][] = [
    [153.02, -27.47],
    [153.021, -27.47],
    [153.021, -27.469],
  ]
  const [begin, turn, stop] = way as [[number, number], [number, number], [number, number]] // as above
  const camera = cameraAt(begin, 250, 360, 240)
  const { pen, strokes, moves } = recorder()
  const walk: [number, number][] = [stop, [153.0215, -27.469]]
  const shown = { way, walk, turn, stop, vehicle: { at: begin, bearing: 90 } }
  drawMap(pen, 1, camera, { tiles: null, shown, ink: (token) => token })
  const at = (point: [number, number]) => pixelOf(camera, spotOf(point))
  expect(strokes).toContainEqual({ colour: 'main', points: way.map(at) })
  expect(strokes).toContainEqual({ colour: 'main', points: walk.map(at) })
  expect(strokes).toContainEqual({ colour: 'main', points: [at(turn)] })
  expect(strokes).toContainEqual({ colour: 'ground', points: [at(stop)] })
  expect(moves).toEqual(['to 180 120', 'by 90'])
})
