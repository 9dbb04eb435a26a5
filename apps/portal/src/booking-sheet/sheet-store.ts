import { MOST_SHEET_ROWS } from '@ambit/contract'
import { useEffect, useSyncExternalStore } from 'react'
import { OFFLINE_SAVE } from '../api/failure-text.ts'
import { bookingRecords } from '../records/bookings.ts'
import { confirmRow, searchRow } from './book-row.ts'
import { keepSheet, readSheet, rowAfter, type Sheet, type SheetRow } from './draft.ts'
import { sheetStrings as words } from './strings.ts'

/** How often a row is searched for again whose offering somebody else was given. */
const MOST_SEARCHES = 3

type State = { sheet: Sheet; running: ReadonlySet<string> }

/** Of one user and one organisation. What it holds is in the tab's storage before anything is sent. */
const createStore = (user: number, organisation: number, today: string) => {
  let state: State = {
    sheet: readSheet(user, organisation) ?? { date: today, rows: [rowAfter(undefined)] },
    running: new Set(),
  }
  const listeners = new Set<() => void>()
  const set = (next: Partial<State>): void => {
    state = { ...state, ...next }
    if (next.sheet !== undefined) keepSheet(user, organisation, next.sheet)
    for (const listener of listeners) listener()
  }
  const changeRow = (id: string, change: Partial<SheetRow>): void => {
    const rows = state.sheet.rows.map((row) => (row.id === id ? { ...row, ...change } : row))
    set({ sheet: { ...state.sheet, rows } })
  }
  const rowOf = (id: string): SheetRow | undefined => state.sheet.rows.find((row) => row.id === id)

  const bookOnce = async (row: SheetRow, timeZone: string): Promise<'gone' | 'settled'> => {
    let { sent } = row
    if (sent === null) {
      const step = await searchRow(row, state.sheet.date, timeZone)
      if ('outcome' in step) {
        changeRow(row.id, step)
        return 'settled'
      }
      ;({ sent } = step)
      changeRow(row.id, { sent })
    }
    const outcome = await confirmRow(sent)
    if (outcome === 'lost') changeRow(row.id, { outcome: { kind: 'refused', why: OFFLINE_SAVE, next: null } })
    else if (outcome === 'gone') {
      changeRow(row.id, { sent: null, outcome: { kind: 'refused', why: words.noWay, next: null } })
      return 'gone'
    } else changeRow(row.id, { sent: null, outcome })
    return 'settled'
  }

  const bookRow = async (id: string, timeZone: string): Promise<void> => {
    for (let search = 0; search < MOST_SEARCHES; search += 1) {
      const row = rowOf(id)
      if (row === undefined || (await bookOnce(row, timeZone)) === 'settled') return
    }
  }

  /** One after the other, so that rows are booked in the order of the sheet. */
  const book = async (ids: readonly string[], timeZone: string): Promise<void> => {
    const asked = ids.filter((id) => !state.running.has(id) && rowOf(id)?.outcome.kind !== 'booked')
    set({ running: new Set([...state.running, ...asked]) })
    for (const id of asked) {
      await bookRow(id, timeZone)
      set({ running: new Set([...state.running].filter((one) => one !== id)) })
    }
    bookingRecords.changed()
  }

  return {
    get: () => state,
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    isIdle: () => listeners.size === 0 && state.running.size === 0,
    changeRow,
    setDate: (date: string) => set({ sheet: { ...state.sheet, date } }),
    addRows: (travelers: readonly (number | null)[]) => {
      const { rows } = state.sheet
      const added = travelers.slice(0, MOST_SHEET_ROWS - rows.length).map((one) => rowAfter(rows.at(-1), one))
      set({ sheet: { ...state.sheet, rows: [...rows, ...added] } })
    },
    removeRow: (id: string) =>
      set({ sheet: { ...state.sheet, rows: state.sheet.rows.filter((row) => row.id !== id) } }),
    clear: () => set({ sheet: { date: today, rows: [rowAfter(undefined)] } }),
    book,
  }
}

export type SheetStore = ReturnType<typeof createStore>

const stores = new Map<string, SheetStore>()

/** The sheet outlives its page while rows are being booked. */
export const useSheet = (user: number, organisation: number, today: string): [State, SheetStore] => {
  const key = `${user}:${organisation}`
  let store = stores.get(key)
  if (store === undefined) {
    store = createStore(user, organisation, today)
    stores.set(key, store)
  }
  useEffect(
    () => () => {
      if (stores.get(key)?.isIdle() === true) stores.delete(key)
    },
    [key],
  )
  return [useSyncExternalStore(store.subscribe, store.get), store]
}
