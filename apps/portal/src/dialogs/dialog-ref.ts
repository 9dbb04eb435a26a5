import type { PlainSearch } from '../url/plain-search.ts'
import { type DialogMode, dialogModes, type DialogName, type IdAndTab, type IdList, type ModeOf } from './names.ts'

/** One open dialog, as the address names it: `name-mode-id-tab`. */
export type DialogRef = {
  name: string
  mode: DialogMode
  id: string | null
  tab: string | null
}

/** Which tabs a dialog registers, `Stage_*` for all that begin so; null when no such dialog exists. */
export type TabsOf = (name: string) => readonly string[] | null

/**
 * Neither name, mode nor tab contains `-`. The last part is a tab only when the dialog registers such a tab;
 * everything between mode and tab is the id, so that a UUID works. Null for text that names no dialog.
 */
export const parseDialog = (text: string, tabsOf: TabsOf): DialogRef | null => {
  const [name = '', modeText, ...rest] = text.split('-')
  const mode = dialogModes.find((candidate) => candidate === modeText)
  const tabs = tabsOf(name)
  if (mode === undefined || tabs === null) return null
  const last = rest.at(-1)
  const tab = last !== undefined && isTab(last, tabs) ? last : null
  const id = (tab === null ? rest : rest.slice(0, -1)).join('-')
  return { name, mode, id: id === '' ? null : id, tab }
}

const isTab = (text: string, tabs: readonly string[]): boolean =>
  tabs.some((tab) =>
    tab.endsWith('*') ? text.startsWith(tab.slice(0, -1)) && text.length >= tab.length : tab === text,
  )

export const writeDialog = ({ name, mode, id, tab }: DialogRef): string =>
  [name, mode, id, tab].filter((part) => part !== null).join('-')

export const dialogRef = <N extends DialogName, M extends ModeOf<N>>(
  name: N,
  mode: M,
  ...rest: IdAndTab<N, M>
): DialogRef => {
  const [id, tab] = rest as readonly (string | number | undefined)[] // an id is one of them, a tab text
  return { name, mode, id: id === undefined ? null : String(id), tab: tab === undefined ? null : String(tab) }
}

/** `DriverDialog-view-12`: one dialog as the query's `d` holds it. */
export const dialogText = <N extends DialogName, M extends ModeOf<N>>(
  name: N,
  mode: M,
  ...rest: IdAndTab<N, M>
): string => writeDialog(dialogRef(name, mode, ...rest))

/** The stack from bottom to top, joined with `,`. Entries that name no dialog are dropped. */
export const parseStack = (text: string | undefined, tabsOf: TabsOf): readonly DialogRef[] =>
  (text ?? '')
    .split(',')
    .filter((part) => part !== '')
    .flatMap((part) => parseDialog(part, tabsOf) ?? [])

export const writeStack = (stack: readonly DialogRef[]): string | undefined =>
  stack.length === 0 ? undefined : stack.map(writeDialog).join(',')

/** A dialog is the same one when its name and id are: mode and tab change within it. */
export const dialogKey = ({ name, id, mode }: DialogRef): string =>
  `${name}:${mode === 'view' || mode === 'edit' ? (id ?? '') : `${mode}:${id ?? ''}`}`

/** Several ids in one dialog (bulk edit), joined with `.`. */
// Only here is such a list written.
export const writeIds = (ids: readonly number[]): IdList => ids.join('.') as IdList
export const readIds = (text: string | null): number[] =>
  (text ?? '')
    .split('.')
    .filter((part) => /^[1-9]\d{0,15}$/.test(part))
    .map(Number)

/** The search of a link that opens this dialog on top of what is open. */
export const onTop =
  (dialog: string) =>
  (before: PlainSearch): PlainSearch => ({
    ...before,
    d: [...(before['d'] ?? '').split(',').filter((open) => open !== '' && open !== dialog), dialog].join(','),
  })
