import type { paperSizes } from '@ambit/contract'
import { openPdf } from './document.ts'

type Row = { label: string; lines: string[] }

/** A sheet of rows in words, ready to be drawn. */
export type Sheet = {
  title: string
  made: Date
  /** below the title: when and of whom */
  lead: string
  intro: string
  paper: (typeof paperSizes)[number]
  /** at the foot of each page; `{n}` of `{count}` */
  pages: string
  facts: Row[]
  groups: { title: string; parts: { name: string; rows: Row[] }[] }[]
}

type Page = PDFKit.PDFDocument

// Points.
const MARGIN = 42
const LABEL = 100
const GAP = 12
/** Less room than this below a heading, or for a row, and it begins on the next page. */
const ROOM = 60

/** Long texts wrap and go on overleaf; nothing is cut. */
export const pdfOf = async (sheet: Sheet): Promise<Uint8Array> => {
  const { title, made, paper, pages, lead, intro, facts, groups } = sheet
  const { doc, bytes } = openPdf({ paper, margin: MARGIN, title, made, bufferPages: true })
  doc.font('bold').fontSize(20).text(title)
  doc.font('plain').fontSize(10).text(lead).moveDown(0.5).text(intro).moveDown()
  for (const row of facts) rowOn(doc, row)
  for (const group of groups) {
    headOn(doc, group.title, 15)
    for (const { name, rows } of group.parts) {
      headOn(doc, name, 11)
      for (const row of rows) rowOn(doc, row)
    }
  }
  numberPages(doc, `${title} · ${pages}`)
  doc.end()
  return bytes
}

const needRoom = (doc: Page, points: number): void => {
  if (doc.y + points > doc.page.height - MARGIN) doc.addPage()
}

const headOn = (doc: Page, text: string, size: number): void => {
  doc.moveDown(size > 11 ? 1.2 : 0.6)
  needRoom(doc, size + ROOM)
  doc.font('bold').fontSize(size).text(text, MARGIN).moveDown(0.2)
}

const rowOn = (doc: Page, { label, lines }: Row): void => {
  const text = lines.join('\n')
  const width = doc.page.width - 2 * MARGIN - LABEL - GAP
  doc.font('plain').fontSize(9)
  needRoom(doc, Math.min(doc.heightOfString(text, { width }), ROOM))
  const top = doc.y
  doc.font('bold').text(label, MARGIN, top, { width: LABEL })
  const below = doc.y
  doc.font('plain').text(text, MARGIN + LABEL + GAP, top, { width })
  // A text that went on overleaf ends above the label.
  doc.y = doc.y < top ? doc.y : Math.max(doc.y, below)
  doc.y += 2
  doc.x = MARGIN
}

const numberPages = (doc: Page, foot: string): void => {
  const { count } = doc.bufferedPageRange()
  for (let page = 0; page < count; page += 1) {
    doc.switchToPage(page)
    // Below the margin a text would begin another page.
    doc.page.margins.bottom = 0
    doc.font('plain').fontSize(8)
    const text = foot.replace('{n}', String(page + 1)).replace('{count}', String(count))
    doc.text(text, MARGIN, doc.page.height - 28, { lineBreak: false })
  }
}
