import type { enKerb } from './en-kerb.ts'
import type { en } from './en.ts'

/** What a sentence has in braces. */
type Places<S> = S extends `${string}{${infer Place}}${infer Rest}` ? Place | Places<Rest> : never

type English = typeof en
export type TextKey = keyof English

/** Plural forms of a language (Unicode CLDR); every language has `other`. */
export type Plural = Partial<Record<Intl.LDMLPluralRule, string>> & { other: string }

/** The same keys in another language: sentences where English has one, plural forms where it has those. */
export type Catalogue = { readonly [K in TextKey]: English[K] extends string ? string : Plural }

/** A part of the catalogue, kept in a file of its own. */
export type KerbTexts = Pick<Catalogue, keyof typeof enKerb>

/** What has to be put into a text. */
export type ValuesOf<K extends TextKey> = Record<
  English[K] extends string ? Places<English[K]> : Places<English[K][keyof English[K]]>,
  string | number
>

/** Texts with nothing to put in are said by their key alone. */
export type Say = <K extends TextKey>(key: K, ...values: keyof ValuesOf<K> extends never ? [] : [ValuesOf<K>]) => string
