/** How many bytes a segment has from its length on. */
const u16 = (value: number): Buffer => Buffer.from([value >> 8, value & 255])
const segment = (marker: number, data: Buffer): Buffer =>
  Buffer.concat([Buffer.from([0xff, marker]), u16(data.length + 2), data])

/** What cameras write into a photo about the place. */
export const PLACE = 'GPSLatitude 27.4705 S'

/** A grey JPEG of 8 x 8 px that says where it was taken: in EXIF, XMP, a comment, and in a second picture after its end. */
export const placedJpeg = (filling = 0): Buffer =>
  Buffer.concat([
    Buffer.from([0xff, 0xd8]),
    segment(0xe0, Buffer.from('JFIF\0\u0001\u0001\0\0\u0001\0\u0001\0\0', 'latin1')),
    segment(0xe1, Buffer.from(`Exif\0\0${PLACE}`, 'latin1')),
    segment(0xe1, Buffer.from(`http://ns.adobe.com/xap/1.0/\0${PLACE}`, 'latin1')),
    segment(0xed, Buffer.from(`Photoshop 3.0\0${PLACE}`, 'latin1')),
    segment(0xfe, Buffer.from(PLACE, 'latin1')),
    segment(0xdb, Buffer.concat([Buffer.from([0]), Buffer.alloc(64, 1)])),
    segment(0xc0, Buffer.from([8, 0, 8, 0, 8, 1, 1, 0x11, 0])),
    segment(0xc4, Buffer.concat([Buffer.from([0, 1]), Buffer.alloc(15), Buffer.from([0])])),
    segment(0xc4, Buffer.concat([Buffer.from([0x10, 1]), Buffer.alloc(15), Buffer.from([0])])),
    segment(0xda, Buffer.from([1, 1, 0, 0, 63, 0])),
    Buffer.from([0x3f, 0xff, 0x00, 0xff, 0xd0]),
    Buffer.alloc(filling, 0x2a),
    Buffer.from([0xff, 0xd9]),
    Buffer.from(`a second picture: ${PLACE}`, 'latin1'),
  ])

const u32 = (value: number): Buffer => {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}
const chunk = (kind: string, data: Buffer): Buffer =>
  Buffer.concat([u32(data.length), Buffer.from(kind, 'latin1'), data, u32(0)])

export const placedPng = (): Buffer =>
  Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', Buffer.from([0, 0, 0, 1, 0, 0, 0, 1, 8, 0, 0, 0, 0])),
    chunk('eXIf', Buffer.from(PLACE)),
    chunk('iTXt', Buffer.from(PLACE)),
    chunk('tEXt', Buffer.from(PLACE)),
    chunk('IDAT', Buffer.from([1, 2, 3])),
    chunk('IEND', Buffer.alloc(0)),
    Buffer.from(PLACE),
  ])

const riff = (kind: string, data: Buffer): Buffer => {
  const size = Buffer.alloc(4)
  size.writeUInt32LE(data.length)
  return Buffer.concat([Buffer.from(kind, 'latin1'), size, data, Buffer.alloc(data.length % 2)])
}

export const placedWebp = (): Buffer => {
  const inside = Buffer.concat([
    Buffer.from('WEBP'),
    riff('VP8X', Buffer.from([0x0c, 0, 0, 0, 0, 0, 0, 0, 0, 0])),
    riff('VP8 ', Buffer.from([1, 2, 3])),
    riff('EXIF', Buffer.from(PLACE)),
    riff('XMP ', Buffer.from(PLACE)),
  ])
  return Buffer.concat([riff('RIFF', inside), Buffer.from(PLACE)])
}
