import type { PhotoType } from '@ambit/contract'

type Photo = { media_type: PhotoType; content: Buffer }

/**
 * The photo without what says where, when and by what it was taken: only what draws it and its colours stays. Its kind is
 * told by its first bytes. Null: it is no whole JPEG, PNG or WebP.
 */
export const cleanPhoto = (bytes: Buffer): Photo | null => {
  for (const { media_type, begins, clean } of kinds) {
    if (!begins(bytes)) continue
    const content = clean(bytes)
    return content === null ? null : { media_type, content }
  }
  return null
}

const textAt = (bytes: Buffer, at: number, length: number): string => bytes.toString('latin1', at, at + length)

// JPEG: ITU-T T.81, annex B

const EOI = 0xd9
const SOS = 0xda
const COMMENT = 0xfe
const isRestart = (marker: number): boolean => marker >= 0xd0 && marker <= 0xd7

/** Of what programs add, by the names that it begins with: JFIF, the profile of its colours, and how Adobe mixes them. */
const ofColours: Readonly<Record<number, string>> = { 0xe0: 'JFIF\0', 0xe2: 'ICC_PROFILE\0', 0xee: 'Adobe' }

const draws = (marker: number, segment: Buffer): boolean => {
  if (marker === COMMENT) return false
  if (marker < 0xe0 || marker > 0xef) return true
  const name = ofColours[marker]
  return name !== undefined && textAt(segment, 4, name.length) === name
}

/** What follows its end, as a second picture with its own place, goes as well. */
const cleanJpeg = (bytes: Buffer): Buffer | null => {
  const kept = [bytes.subarray(0, 2)]
  let drawn = false
  for (let at = 2; ;) {
    if (bytes[at] !== 0xff) return null
    const marker = bytes[at + 1]
    if (marker === undefined) return null
    if (marker === 0xff) {
      at += 1 // filled up
      continue
    }
    if (marker === EOI) return drawn ? Buffer.concat([...kept, bytes.subarray(at, at + 2)]) : null
    if (at + 4 > bytes.length) return null
    const end = at + 2 + bytes.readUInt16BE(at + 2)
    if (end < at + 4 || end > bytes.length) return null
    const segment = bytes.subarray(at, end)
    if (draws(marker, segment)) kept.push(segment)
    at = end
    if (marker !== SOS) continue
    drawn = true
    at = scanEnd(bytes, end)
    kept.push(bytes.subarray(end, at))
  }
}

/** Where the next marker is after what a scan draws. */
const scanEnd = (bytes: Buffer, from: number): number => {
  for (let at = bytes.indexOf(0xff, from); at !== -1; at = bytes.indexOf(0xff, at + 1)) {
    const next = bytes[at + 1]
    if (next !== undefined && next !== 0 && next !== 0xff && !isRestart(next)) return at
  }
  return bytes.length
}

// PNG: W3C Portable Network Graphics, 5 and 11

const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
const drawingChunks = new Set('IHDR PLTE IDAT IEND tRNS cHRM gAMA iCCP sBIT sRGB cICP bKGD pHYs'.split(' '))

const cleanPng = (bytes: Buffer): Buffer | null => {
  const kept: Buffer[] = [PNG]
  for (let at = PNG.length; at + 12 <= bytes.length;) {
    const end = at + 12 + bytes.readUInt32BE(at)
    if (end > bytes.length) return null
    const kind = textAt(bytes, at + 4, 4)
    if ((kept.length === 1) !== (kind === 'IHDR')) return null
    if (drawingChunks.has(kind)) kept.push(bytes.subarray(at, end))
    if (kind === 'IEND') return Buffer.concat(kept)
    at = end
  }
  return null
}

// WebP: RFC 9649

const WEBP_HEAD = 12
/** in the flags of VP8X */
const HAS_EXIF_OR_XMP = 0x0c

const cleanWebp = (bytes: Buffer): Buffer | null => {
  const all = bytes.readUInt32LE(4) + 8
  if (all > bytes.length) return null
  const kept: Buffer[] = []
  let drawn = false
  for (let at = WEBP_HEAD; at + 8 <= all;) {
    const size = bytes.readUInt32LE(at + 4)
    const end = at + 8 + size + (size % 2)
    if (end > all) return null
    const kind = textAt(bytes, at, 4)
    const chunk = Buffer.from(bytes.subarray(at, end))
    if (kind === 'VP8X' && size > 0) chunk.writeUInt8(chunk.readUInt8(8) & ~HAS_EXIF_OR_XMP, 8)
    if (['VP8X', 'VP8 ', 'VP8L', 'ALPH', 'ICCP'].includes(kind)) kept.push(chunk)
    drawn ||= kind === 'VP8 ' || kind === 'VP8L'
    at = end
  }
  if (!drawn) return null
  const head = Buffer.from(bytes.subarray(0, WEBP_HEAD))
  const content = Buffer.concat([head, ...kept])
  content.writeUInt32LE(content.length - 8, 4)
  return content
}

const kinds: readonly {
  media_type: PhotoType
  begins: (bytes: Buffer) => boolean
  clean: (bytes: Buffer) => Buffer | null
}[] = [
  {
    media_type: 'image/jpeg',
    begins: (bytes) => bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff,
    clean: cleanJpeg,
  },
  { media_type: 'image/png', begins: (bytes) => bytes.subarray(0, PNG.length).equals(PNG), clean: cleanPng },
  {
    media_type: 'image/webp',
    begins: (bytes) => bytes.length > WEBP_HEAD && textAt(bytes, 0, 4) === 'RIFF' && textAt(bytes, 8, 4) === 'WEBP',
    clean: cleanWebp,
  },
]
