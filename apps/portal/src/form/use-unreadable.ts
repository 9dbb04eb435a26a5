import { useState } from 'react'

/** Says of a field whether its text can be read. */
export type ReportReadable = (field: string, readable: boolean) => void

/** Whether any field holds a text that cannot be read: with one, nothing is saved. */
export const useUnreadable = (): [unreadable: boolean, report: ReportReadable] => {
  const [fields, setFields] = useState<ReadonlySet<string>>(new Set())
  const report = (field: string, readable: boolean): void =>
    setFields((before) => {
      if (before.has(field) !== readable) return before
      const others = [...before].filter((one) => one !== field)
      return new Set(readable ? others : [...others, field])
    })
  return [fields.size > 0, report]
}
