import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decodeFlexiblePolyline, encodeFlexiblePolyline } from './flexible-polyline.ts'
import type { PolylinePoint, ThirdDimension } from './flexible-polyline.ts'

const degrees = (limit: number) => fc.double({ min: -limit, max: limit, noNaN: true })
const thirdDimension = fc.constantFrom<ThirdDimension[]>(1, 2, 3, 6, 7)

describe('flexible polyline', () => {
  // covers: ZONE-123, ZONE-124
  it('agrees with the examples of the published format', () => {
    const walk: PolylinePoint[] = [
      [8.6982122, 50.1022829],
      [8.6956695, 50.1020076],
      [8.691496, 50.1006313],
      [8.6875156, 50.09878],
    ]
    expect(encodeFlexiblePolyline(walk)).toBe('BFoz5xJ67i1B1B7PzIhaxL7Y')
    const decoded = decodeFlexiblePolyline('BFoz5xJ67i1B1B7PzIhaxL7Y')
    expect(decoded.precision).toBe(5)
    expect(decoded.third_dimension).toBe(0)
    expect(decoded.polyline[0]).toEqual([8.69821, 50.10228])

    const hill: PolylinePoint[] = [
      [8.6982122, 50.1022829, 10],
      [8.6956695, 50.1020076, 20],
      [8.691496, 50.1006313, 30],
      [8.6875156, 50.09878, 40],
    ]
    expect(encodeFlexiblePolyline(hill, { third_dimension: 2 })).toBe('BlBoz5xJ67i1BU1B7PUzIhaUxL7YU')
    expect(decodeFlexiblePolyline('BlBoz5xJ67i1BU1B7PUzIhaUxL7YU').polyline[3]).toEqual([8.68752, 50.09878, 40])
  })

  // covers: ZONE-120
  it('returns every line to within half a unit of its precision', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(degrees(180), degrees(90)), { maxLength: 30 }),
        fc.integer({ min: 0, max: 15 }),
        (line, precision) => {
          const decoded = decodeFlexiblePolyline(encodeFlexiblePolyline(line, { precision }))
          expect(decoded.precision).toBe(precision)
          expect(decoded.polyline).toHaveLength(line.length)
          const slack = 0.5 / 10 ** precision + 1e-13
          decoded.polyline.forEach((point, i) => {
            expect(Math.abs(point[0] - line[i]![0])).toBeLessThanOrEqual(slack)
            expect(Math.abs(point[1] - line[i]![1])).toBeLessThanOrEqual(slack)
          })
        },
      ),
    )
  })

  // covers: ZONE-121, ZONE-122
  it('keeps a third dimension with its own kind and precision', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(degrees(180), degrees(90), degrees(9000)), { minLength: 1, maxLength: 20 }),
        thirdDimension,
        fc.integer({ min: 0, max: 15 }),
        (line, third, precision) => {
          const text = encodeFlexiblePolyline(line, { third_dimension: third, third_dimension_precision: precision })
          const decoded = decodeFlexiblePolyline(text)
          expect(decoded.third_dimension).toBe(third)
          expect(decoded.third_dimension_precision).toBe(precision)
          decoded.polyline.forEach((point, i) => {
            expect(Math.abs((point[2] ?? Number.NaN) - line[i]![2])).toBeLessThanOrEqual(0.5 / 10 ** precision + 1e-11)
          })
        },
      ),
    )
  })

  it('refuses a precision or third dimension that the format does not have', () => {
    expect(() => encodeFlexiblePolyline([], { precision: 16 })).toThrow(RangeError)
    expect(() => encodeFlexiblePolyline([], { precision: 1.5 })).toThrow(RangeError)
    expect(() => encodeFlexiblePolyline([], { third_dimension_precision: -1 })).toThrow(RangeError)
  })

  // covers: ZONE-125, ZONE-126, ZONE-127
  it('names what is wrong with a text that it cannot decode', () => {
    expect(() => decodeFlexiblePolyline('BFoz5xJ 67i1B')).toThrow(/^Invalid encoding$/)
    expect(() => decodeFlexiblePolyline('BFoz5xJ67i1B1')).toThrow(/^Invalid encoding$/)
    expect(() => decodeFlexiblePolyline('BF' + 'z'.repeat(40) + 'A')).toThrow(/^Invalid encoding$/)
    expect(() => decodeFlexiblePolyline('BlC')).toThrow(/^Invalid encoding$/)
    expect(() => decodeFlexiblePolyline('CFoz5xJ67i1B')).toThrow(/^Invalid format version$/)
    expect(() => decodeFlexiblePolyline('BFoz5xJ67i1B1B')).toThrow(/^Invalid encoding\. Premature ending reached$/)
    expect(() => decodeFlexiblePolyline('B')).toThrow(/^Invalid encoding\. Premature ending reached$/)
    expect(() => decodeFlexiblePolyline('')).toThrow(/^Invalid encoding\. Premature ending reached$/)
  })

  it('decodes any text to a line or to one of the three errors', () => {
    const answer = (text: string): string => {
      try {
        return `a line of ${decodeFlexiblePolyline(text).polyline.length}`
      } catch (error) {
        return String(error)
      }
    }
    fc.assert(
      fc.property(fc.string({ maxLength: 60 }), (text) => {
        expect(answer(text)).toMatch(
          /^(a line of \d+|PolylineError: Invalid (encoding|format version|encoding\. Premature ending reached))$/,
        )
      }),
    )
  })
})
