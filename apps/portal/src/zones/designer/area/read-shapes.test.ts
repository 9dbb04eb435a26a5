import type { LngLat } from '@ambit/geo'
import { describe, expect, test } from 'vitest'
import { readShapes, type ReadShape } from './read-shapes.ts'
import { shapeOf } from './shape.ts'
import { fileName, writeGeoJson } from './write-geojson.ts'

const near: LngLat = [-76.61, 39.29]
const read = (text: string, swap = false): ReadShape[] => {
  const result = readShapes(text, { near, swap })
  if ('error' in result) throw new Error(result.error)
  return result.shapes
}
const errorOf = (text: string): string => {
  const result = readShapes(text, { near, swap: false })
  return 'error' in result ? result.error : 'no error'
}

const ring = [
  [-76.62, 39.28],
  [-76.6, 39.28],
  [-76.6, 39.3],
  [-76.62, 39.28],
]
const feature = (geometry: unknown, properties: unknown = { name: 'Harbour' }): unknown => ({
  type: 'Feature',
  properties,
  geometry,
})

describe('importing GeoJSON', () => {
  test('reads exported areas back unchanged with their names', () => {
    const areas = [
      {
        name: 'Harbour',
        coordinates: shapeOf([
          [
            [-76.62, 39.28],
            [-76.6, 39.28],
            [-76.6, 39.3],
          ],
        ]),
      },
      {
        name: 'Hill “Fed”',
        coordinates: shapeOf([
          [
            [-76.7, 39.2],
            [-76.65, 39.2],
            [-76.65, 39.25],
          ],
          [
            [-76.66, 39.21],
            [-76.657, 39.21],
            [-76.657, 39.213],
          ],
        ]),
      },
    ]
    expect(read(writeGeoJson(areas)).map(({ name, coordinates }) => ({ name, coordinates }))).toEqual(areas)
    expect(fileName('Bay & Hills (north)')).toBe('bay-hills-north-service-area.geojson')
  })

  test('reads several polygons per feature, names under other keys, and skips what is not a polygon', () => {
    const shapes = read(
      JSON.stringify({
        type: 'FeatureCollection',
        features: [
          feature({ type: 'MultiPolygon', coordinates: [[ring], [ring]] }),
          feature({ type: 'Polygon', coordinates: [ring] }, { NAME: ' Canton ' }),
          feature({ type: 'Point', coordinates: ring[0] }),
          feature({ type: 'GeometryCollection', geometries: [{ type: 'Polygon', coordinates: [ring] }] }, null),
        ],
      }),
    )
    expect(shapes.map(({ name }) => name)).toEqual(['Harbour 1', 'Harbour 2', 'Canton', null])
    expect(shapes.flatMap(({ problems }) => problems)).toEqual([])
    expect(shapes[0]?.coordinates[0]).toHaveLength(3)
  })

  test('detects latitude before longitude in any zone and corrects it by swapping', () => {
    const turned = JSON.stringify({ type: 'Polygon', coordinates: [ring.map((point) => point.toReversed())] })
    expect(read(turned)[0]).toMatchObject({
      turned: true,
      problems: ['Latitude and longitude seem to be the wrong way round'],
    })
    expect(read(turned, true)[0]).toMatchObject({ turned: false, problems: [] })
    const brisbane = '{"type":"Polygon","coordinates":[[[-27.4,153],[-27.5,153],[-27.5,153.1]]]}'
    expect(readShapes(brisbane, { near: null, swap: false })).toMatchObject({ shapes: [{ turned: true }] })
  })

  test('reports each problem', () => {
    const problem = (coordinates: unknown): string | undefined =>
      read(JSON.stringify({ type: 'Polygon', coordinates }))[0]?.problems[0]
    expect(
      problem([
        [
          [-76.6, 39.2],
          [-76.5, 39.3],
          [-76.5, 39.2],
          [-76.6, 39.3],
        ],
      ]),
    ).toBe('It crosses itself')
    expect(
      problem([
        [
          [500, 39.2],
          [-76.5, 239.3],
          [-76.5, 39.2],
        ],
      ]),
    ).toBe('Some of its coordinates lie outside the world')
    expect(problem([ring.slice(0, 2)])).toBe('A ring has fewer than three corners')
    expect(problem([['a', 'b']])).toBe('Its coordinates are not pairs of numbers')
    expect(problem('nothing')).toBe('Its coordinates are not pairs of numbers')
    const circle = Array.from({ length: 20_001 }, (_, index) => [
      -76.6 + 0.01 * Math.cos((index * 2 * Math.PI) / 20_001),
      39.3 + 0.01 * Math.sin((index * 2 * Math.PI) / 20_001),
    ])
    expect(problem([circle])).toBe('A ring has 20,001 points; at most 20,000 are allowed')
  })
})

describe('importing text', () => {
  test('reads well-known text with holes and a third coordinate', () => {
    const [shape] = read(
      'POLYGON Z ((-76.7 39.2 0, -76.6 39.2 0, -76.6 39.3 0, -76.7 39.2 0), (-76.62 39.21 0, -76.61 39.21 0, -76.61 39.22 0))',
    )
    expect(shape?.coordinates.map((points) => points.length)).toEqual([3, 3])
    expect(
      read('multipolygon(((-76.7 39.2,-76.6 39.2,-76.6 39.3)),((-76.5 39.2,-76.4 39.2,-76.4 39.3)))'),
    ).toHaveLength(2)
    expect(errorOf('POLYGON ((-76.7 39.2, -76.6')).toBe('This is not a POLYGON or MULTIPOLYGON that can be read')
  })

  test('reads one corner per line, latitude first', () => {
    const [shape] = read('39.28, -76.62\n39.28 -76.60\n\n39.30, -76.60')
    expect(shape).toMatchObject({ name: null, problems: [] })
    expect(shape?.coordinates[0]?.[0]).toEqual([-76.62, 39.28])
    expect(errorOf('39.28, -76.62\nHarbour')).toBe('Line 2 is not latitude, longitude: Harbour')
  })

  test('gives the reason when text cannot be read', () => {
    expect(errorOf('  ')).toBe('There are no areas in it')
    expect(errorOf('{"type":"Polygon"')).toBe('This is not GeoJSON: it cannot be read as JSON')
    expect(errorOf('{"type":"FeatureCollection","features":[]}')).toBe('There are no polygons in it')
    expect(errorOf('[1, 2, 3]')).toBe('There are no polygons in it')
  })
})
