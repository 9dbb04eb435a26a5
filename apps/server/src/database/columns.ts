import type { ColumnType, Generated, GeneratedAlways } from 'kysely'

/** How columns read and write: timestamps are Date, JSON is written as text (JSON.stringify) and read parsed. */
export type Id = GeneratedAlways<number>
/** may be reserved before the row is inserted */
export type ReservableId = Generated<number>
/** the record's words in lower case, kept by the database for searches; never answered */
export type SearchText = GeneratedAlways<string>
export type Time = ColumnType<Date, Date | string, Date | string>
export type OptionalTime = ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
export type Json<T> = ColumnType<T, string, string>
export type OptionalJson<T> = ColumnType<T | null, string | null | undefined, string | null>
export type DefaultJson<T> = ColumnType<T, string | undefined, string>
/** What users limited to regions see it by (http/scope.ts). */
export type BelongsToRegion = {
  region_id: number | null
  /** zones that it was scheduled or booked in so far, kept by triggers; never answered */
  zone_ids: GeneratedAlways<number[]>
}
export type Versioned = {
  created_at: ColumnType<Date, Date | string, never>
  updated_at: Time
  /** raised by a trigger on each update */
  version: ColumnType<number, never, never>
}
