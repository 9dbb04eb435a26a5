import { fileURLToPath } from 'node:url'
import Pdf from 'pdfkit'
import type { paperSizes } from '@ambit/contract'

const PLAIN = fileURLToPath(import.meta.resolve('dejavu-fonts-ttf/ttf/DejaVuSansCondensed.ttf'))
const BOLD = fileURLToPath(import.meta.resolve('dejavu-fonts-ttf/ttf/DejaVuSansCondensed-Bold.ttf'))

/** `margin` in points */
type Options = { paper: (typeof paperSizes)[number]; margin: number; title: string; made: Date; bufferPages?: boolean }

/** An empty document with the fonts `plain` and `bold`, and what it will be once it was ended. */
export const openPdf = ({ paper, margin, title, made, bufferPages = false }: Options) => {
  const doc = new Pdf({
    size: paper === 'Letter' ? 'LETTER' : 'A4',
    margin,
    bufferPages,
    info: { Title: title, CreationDate: made },
  })
  const bytes = collected(doc)
  doc.registerFont('plain', PLAIN).registerFont('bold', BOLD)
  return { doc, bytes }
}

const collected = (doc: PDFKit.PDFDocument): Promise<Uint8Array> =>
  new Promise((done, fail) => {
    const chunks: Buffer[] = []
    doc.on('data', (chunk: Buffer) => chunks.push(chunk))
    doc.on('end', () => done(new Uint8Array(Buffer.concat(chunks))))
    doc.on('error', fail)
  })
