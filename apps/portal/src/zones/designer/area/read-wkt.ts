/** Rings of unchecked numbers; they are validated afterwards. */
type Rings = [number, number][][]

const NUMBER = String.raw`-?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?`
const POINT = new RegExp(String.raw`^\s*(${NUMBER})\s+(${NUMBER})(?:\s+${NUMBER}){0,2}\s*$`)

/** The polygons of a well-known text (POLYGON or MULTIPOLYGON, also with Z and M); null when it is none. */
export const readWkt = (text: string): Rings[] | null => {
  const match = /^\s*(multi)?polygon\s*(?:z|m|zm)?\s*(\([\s\S]*\))\s*;?\s*$/i.exec(text)
  if (match === null) return null
  const body = match[2] ?? ''
  if (match[1] === undefined) {
    const rings = ringsOf(body)
    return rings === null ? null : [rings]
  }
  const polygons = partsOf(body)?.map(ringsOf) ?? null
  return polygons === null || polygons.includes(null) ? null : polygons.filter((rings) => rings !== null)
}

/** The text between the brackets of each part of `((a), (b))`; null where brackets do not match. */
const partsOf = (text: string): string[] | null => {
  const inner = text.trim()
  if (!inner.startsWith('(') || !inner.endsWith(')')) return null
  const parts: string[] = []
  let depth = 0
  let start = 1
  for (let at = 1; at < inner.length - 1; at++) {
    const sign = inner[at]
    if (sign === '(') depth++
    if (sign === ')') depth--
    if (depth < 0) return null
    if (sign === ',' && depth === 0) {
      parts.push(inner.slice(start, at))
      start = at + 1
    }
  }
  return depth === 0 ? [...parts, inner.slice(start, -1)] : null
}

const ringsOf = (text: string): Rings | null => {
  const rings = partsOf(text)?.map(ringOf) ?? null
  return rings === null || rings.includes(null) ? null : rings.filter((ring) => ring !== null)
}

const ringOf = (text: string): [number, number][] | null => {
  const points = partsOf(text)?.map((part): [number, number] | null => {
    const match = POINT.exec(part)
    return match === null ? null : [Number(match[1]), Number(match[2])]
  })
  return points === undefined || points.includes(null) ? null : points.filter((point) => point !== null)
}
