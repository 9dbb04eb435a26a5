import { uiStrings } from './strings.ts'

const words = uiStrings.file
const MB = 1024 * 1024
export const MAX_MEGABYTES = 20

export type TextReading = { ok: true; text: string; notices: string[] } | { ok: false; problem: string }

const startsWith = (bytes: Uint8Array, ...mark: number[]): boolean => mark.every((byte, at) => bytes[at] === byte)

/** The bytes of a file as text, in any encoding that spreadsheets write; a byte-order mark is not part of it. */
export const readText = (bytes: Uint8Array): TextReading => {
  if (bytes.length > MAX_MEGABYTES * MB) return { ok: false, problem: words.tooBig(MAX_MEGABYTES) }
  if (startsWith(bytes, 0x50, 0x4b, 0x03, 0x04) || startsWith(bytes, 0xd0, 0xcf, 0x11, 0xe0))
    return { ok: false, problem: words.workbook }
  if (startsWith(bytes, 0xff, 0xfe)) return { ok: true, text: new TextDecoder('utf-16le').decode(bytes), notices: [] }
  if (startsWith(bytes, 0xfe, 0xff)) return { ok: true, text: new TextDecoder('utf-16be').decode(bytes), notices: [] }
  try {
    return { ok: true, text: new TextDecoder('utf-8', { fatal: true }).decode(bytes), notices: [] }
  } catch {
    return { ok: true, text: new TextDecoder('windows-1252').decode(bytes), notices: [words.encoding] }
  }
}
