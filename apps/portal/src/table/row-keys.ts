import type { KeyboardEvent } from 'react'

export type RowKey = { move: number } | { act: 'open' | 'select' | 'first' | 'last' } | null

/** What a key means on a row. Keys pressed in a control inside the row are the control's. */
export const rowKey = (event: Pick<KeyboardEvent, 'key' | 'target' | 'currentTarget'>): RowKey => {
  if (event.target !== event.currentTarget) {
    // Arrow keys also work from controls in the row; opening and selecting are left to the control.
    return event.key === 'ArrowDown' ? { move: 1 } : event.key === 'ArrowUp' ? { move: -1 } : null
  }
  switch (event.key) {
    case 'ArrowDown':
      return { move: 1 }
    case 'ArrowUp':
      return { move: -1 }
    case 'Home':
      return { act: 'first' }
    case 'End':
      return { act: 'last' }
    case 'Enter':
      return { act: 'open' }
    case ' ':
      return { act: 'select' }
    default:
      return null
  }
}
