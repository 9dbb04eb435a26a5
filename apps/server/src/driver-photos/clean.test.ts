import { describe, expect, test } from 'vitest'
import { PLACE, placedJpeg, placedPng, placedWebp } from '../testing/photos.ts'
import { cleanPhoto } from './clean.ts'

const text = (bytes: Buffer | undefined): string => bytes?.toString('latin1') ?? ''

describe('a photo', () => {
  // covers: DAPP-30
  test.each([
    ['image/jpeg', placedJpeg(), ['JFIF']],
    ['image/png', placedPng(), ['IHDR', 'IDAT', 'IEND']],
    ['image/webp', placedWebp(), ['VP8X', 'VP8 ']],
  ])('of the kind %s loses where it was taken, and keeps what draws it', (media_type, bytes, drawing) => {
    expect(text(bytes)).toContain(PLACE)
    const photo = cleanPhoto(bytes)
    expect(photo?.media_type).toBe(media_type)
    expect(text(photo?.content)).not.toContain(PLACE)
    for (const part of drawing) expect(text(photo?.content)).toContain(part)
  })

  test('that is clean stays as it is, byte by byte', () => {
    for (const bytes of [placedJpeg(5000), placedPng(), placedWebp()]) {
      const once = cleanPhoto(bytes)!.content
      expect(cleanPhoto(once)?.content.equals(once)).toBe(true)
    }
  })

  test('keeps the whole of what its scans draw, also where 0xFF stands in them', () => {
    const content = cleanPhoto(placedJpeg(300))!.content
    expect(text(content)).toContain(`${String.fromCharCode(0x3f, 0xff, 0, 0xff, 0xd0)}${'*'.repeat(300)}`)
  })

  test('says in WebP that it has neither EXIF nor XMP, and how long it is', () => {
    const content = cleanPhoto(placedWebp())!.content
    expect([content[20]! & 0x0c, content.readUInt32LE(4)]).toEqual([0, content.length - 8])
  })

  test('that was cut off anywhere, or is something else, is none', () => {
    for (const bytes of [placedJpeg(), placedPng(), placedWebp()]) {
      const whole = cleanPhoto(bytes)!.content
      for (let length = 0; length < whole.length; length++) expect(cleanPhoto(whole.subarray(0, length))).toBeNull()
    }
    for (const words of ['', 'GIF89a', '<svg xmlns="http://www.w3.org/2000/svg"/>', '%PDF-1.7', 'RIFF\0\0\0\0WAVE'])
      expect(cleanPhoto(Buffer.from(words, 'latin1'))).toBeNull()
    expect(
      cleanPhoto(Buffer.concat([Buffer.from([0xff, 0xd8, 0xff]), Buffer.from('<script>alert(1)</script>')])),
    ).toBeNull()
  })
})
