import { StatusTag, type Tone } from '../ui/StatusTag.tsx'

export type Status = { readonly text: string; readonly tone: Tone }

/** How each status of a kind reads and looks; `none` is for records without one. */
export type Statuses<S extends string> = { readonly [K in S]: Status }

type Props<S extends string> = { of: Statuses<S>; status: S | ('none' extends S ? null : never) }

/** A record's status with its tone's mark. */
export const RecordStatus = <S extends string>({ of, status }: Props<S>) => {
  // Null is allowed where the kind has a `none` only.
  const { text, tone } = of[(status ?? 'none') as S]
  return <StatusTag tone={tone}>{text}</StatusTag>
}

/** What a selector offers, in the order of `values`. */
export const statusOptions = <S extends string, V extends S>(of: Statuses<S>, values: readonly V[]) =>
  values.map((value) => ({ value, label: of[value].text }))
