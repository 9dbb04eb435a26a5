import { useElementSize, useLocalStorage } from '@mantine/hooks'
import { type Column, fitWidths, MINIMUM_WIDTH } from './column.ts'

type Sizes = Record<string, number>

const read = (text: string | undefined): Sizes => {
  try {
    const kept: unknown = JSON.parse(text ?? '{}')
    if (typeof kept !== 'object' || kept === null) return {}
    return Object.fromEntries(
      Object.entries(kept).filter((entry): entry is [string, number] => typeof entry[1] === 'number'),
    )
  } catch {
    return {}
  }
}

/** Chosen widths are kept on this machine, per table. */
export const useColumnWidths = <R>(table: string, columns: readonly Column<R>[], fixed: number) => {
  const { ref, width: room } = useElementSize<HTMLDivElement>()
  const [chosen, choose] = useLocalStorage<Sizes>({
    key: `ambit:columns:${table}`,
    defaultValue: {},
    getInitialValueInEffect: false,
    serialize: JSON.stringify,
    deserialize: read,
  })
  const widths = fitWidths(columns, chosen, room - fixed)
  const total = fixed + Object.values(widths).reduce((sum, width) => sum + width, 0)
  const resize = (id: string, width: number): void =>
    choose((before) => ({ ...before, [id]: Math.max(MINIMUM_WIDTH, Math.round(width)) }))
  const forget = (id: string): void =>
    choose((before) => Object.fromEntries(Object.entries(before).filter(([column]) => column !== id)))
  return { ref, widths, total, resize, forget }
}
