import type { Guard } from '@ambit/contract'
import type { ReactNode } from 'react'
import { DASH, type Format } from '../settings/create-format.ts'

export const columnTypes = ['text', 'id', 'datetime', 'date', 'percentage', 'number', 'time'] as const
export type ColumnType = (typeof columnTypes)[number]

export type CellValue = string | number | null | undefined

export type Column<R> = {
  id: string
  header: string
  /** in px; the room that is left over is shared out in proportion */
  width: number
  type?: ColumnType
  /** what the cell says; empty is shown as a dash */
  value: (record: R) => CellValue
  /** drawn instead of the formatted value */
  cell?: (record: R) => ReactNode
  /** the server's sort key; without one the column cannot be sorted */
  sort?: string
  /** what the server masks of it for some readers, who cannot sort by it */
  guard?: Guard
  /** the name of the row: set bold, and the link that opens it */
  primary?: boolean
  /** stays in view while the others are scrolled sideways; fixed columns come first */
  fixed?: boolean
}

export const MINIMUM_WIDTH = 56

/** A last row for all rows, also those of other pages: what it is called, and by column what it says. */
export type Totals = { label: string; values: Readonly<Record<string, CellValue>> }

/** The value as the column's type writes it; a dash for nothing. */
export const cellText = (value: CellValue, type: ColumnType, format: Format): string => {
  if (value === null || value === undefined || value === '') return DASH
  switch (type) {
    case 'text':
    case 'id':
      return String(value)
    case 'datetime':
      return format.dateTime(String(value))
    case 'date':
      return format.date(String(value))
    case 'time':
      return format.time(String(value))
    case 'number':
      return format.number(Number(value))
    case 'percentage':
      return format.percentage(Number(value))
  }
}

/**
 * Widths in px: those that the user chose stay; the others share what is left, in proportion, and never shrink below
 * what they were made for. A table wider than its room scrolls inside its card.
 */
export const fitWidths = (
  columns: readonly { id: string; width: number }[],
  chosen: Readonly<Record<string, number>>,
  room: number,
): Record<string, number> => {
  const free = columns.filter((column) => chosen[column.id] === undefined)
  const made = free.reduce((sum, column) => sum + column.width, 0)
  const taken = columns.reduce((sum, column) => sum + (chosen[column.id] ?? 0), 0)
  const factor = made === 0 ? 1 : Math.max(1, (room - taken) / made)
  return Object.fromEntries(
    columns.map((column) => [column.id, chosen[column.id] ?? Math.floor(column.width * factor)]),
  )
}

/** Distance of each fixed column from the left edge. */
export const fixedPlaces = (
  columns: readonly { id: string; fixed?: boolean }[],
  widths: Readonly<Record<string, number>>,
  from: number,
): ReadonlyMap<string, number> => {
  const places = new Map<string, number>()
  let left = from
  for (const { id, fixed = false } of columns) {
    if (!fixed) break
    places.set(id, left)
    left += widths[id] ?? 0
  }
  return places
}
