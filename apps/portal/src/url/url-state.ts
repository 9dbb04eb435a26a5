import { useSearch } from '@tanstack/react-router'
import { useNavigate } from './link.tsx'
import { useCallback, useMemo } from 'react'
import type { PlainSearch, SearchKey } from './plain-search.ts'

/** How one value is kept in the address: invalid values and the default are not written. */
export type UrlValue<T> = {
  read: (text: string | undefined) => T
  write: (value: T) => string | undefined
}

export const text = (): UrlValue<string> => ({
  read: (value) => (value ?? '').slice(0, 200),
  write: (value) => (value === '' ? undefined : value),
})

/** A whole number from 1. */
export const count = (fallback: number): UrlValue<number> => ({
  read: (value) => (value !== undefined && /^[1-9]\d{0,5}$/.test(value) ? Number(value) : fallback),
  write: (value) => (value === fallback ? undefined : String(value)),
})

export const oneOf = <const T extends string>(values: readonly T[]): UrlValue<T | null> => ({
  read: (value) => values.find((candidate) => candidate === value) ?? null,
  write: (value) => value ?? undefined,
})

export const oneNumberOf = <const T extends number>(values: readonly T[], fallback: T): UrlValue<T> => ({
  read: (value) => values.find((candidate) => String(candidate) === value) ?? fallback,
  write: (value) => (value === fallback ? undefined : String(value)),
})

/** Ids, comma-separated. */
export const ids = (): UrlValue<readonly number[]> => ({
  read: (value) =>
    (value ?? '')
      .split(',')
      .filter((part) => /^[1-9]\d{0,15}$/.test(part))
      .map(Number),
  write: (value) => (value.length === 0 ? undefined : value.join(',')),
})

/** Words that the pattern allows, comma-separated; at most so many. */
export const words = (pattern: RegExp, most: number): UrlValue<readonly string[]> => ({
  read: (value) => [...new Set((value ?? '').split(',').filter((part) => pattern.test(part)))].slice(0, most),
  write: (value) => (value.length === 0 ? undefined : value.join(',')),
})

/** Only keys of the address, so that a misspelt one does not compile. */
export type Codec<S> = { readonly [K in keyof S]: K extends SearchKey ? UrlValue<S[K]> : never }

export type UrlState<S> = {
  keys: readonly SearchKey[]
  read: (search: PlainSearch) => S
  write: (state: Partial<S>) => Record<string, string | undefined>
}

/** Several values of the address as one record; other keys are left alone. */
export const urlState = <S extends object>(codec: Codec<S>): UrlState<S> => {
  // A codec has the record's keys and no others, and all of them are keys of the address.
  const keys = Object.keys(codec) as (keyof S & string)[]
  const values = codec as { readonly [K in keyof S]: UrlValue<S[K]> }
  return {
    keys: keys as readonly string[] as readonly SearchKey[],
    // Each key is read by its own codec, so the entries make up the record.
    read: (search: Readonly<Record<string, string | undefined>>) =>
      Object.fromEntries(keys.map((key) => [key, values[key].read(search[key])])) as S,
    write: (state) =>
      Object.fromEntries(
        keys.flatMap((key) => {
          const value = state[key]
          return value === undefined ? [] : [[key, values[key].write(value)]]
        }),
      ),
  }
}

/** The values that change; from what the address holds by then, where a change before may still be on its way. */
type Change<S> = Partial<S> | ((before: S) => Partial<S>)

/**
 * The state of the address, and a setter that merges. A change that the user would want Back to undo is pushed;
 * typing is replaced.
 */
export const useUrlState = <S extends object>(
  codec: UrlState<S>,
): readonly [S, (change: Change<S>, options?: { replace?: boolean }) => void] => {
  // Only the codec's own keys count, and shared structure keeps them the same object: a dialog that opens makes no
  // table render again.
  const own = useSearch({
    strict: false,
    select: (search: PlainSearch) => Object.fromEntries(codec.keys.map((key) => [key, search[key]])),
    structuralSharing: true,
  })
  const state = useMemo(() => codec.read(own), [codec, own])
  const navigate = useNavigate()
  const change = useCallback(
    (next: Change<S>, options?: { replace?: boolean }) =>
      void navigate({
        to: '.',
        search: (before: PlainSearch) => ({
          ...before,
          ...codec.write(typeof next === 'function' ? next(codec.read(before)) : next),
        }),
        replace: options?.replace ?? false,
      }),
    [navigate, codec],
  )
  return [state, change]
}
