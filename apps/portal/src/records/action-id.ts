import { DispatchAction } from '@ambit/contract'

/**
 * An action as the id of its dialog, so that a reload shows it again: its JSON in the alphabet of addresses. The exception
 * that it is to fix stands behind a dot.
 */
export const writeAction = (action: DispatchAction, exceptionId: number | null = null): string =>
  btoa(String.fromCodePoint(...new TextEncoder().encode(JSON.stringify(action))))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '') + (exceptionId === null ? '' : `.${exceptionId}`)

/** The exception that an action is to fix; null: it is of none. */
export const exceptionIn = (id: string | null): number | null => Number(/\.(\d{1,9})$/.exec(id ?? '')?.[1]) || null

/** Null for text that is no action. */
export const readAction = (id: string | null): DispatchAction | null => {
  try {
    const [action = ''] = (id ?? '').split('.')
    const bytes = atob(action.replaceAll('-', '+').replaceAll('_', '/'))
    const json = new TextDecoder().decode(Uint8Array.from(bytes, (one) => one.codePointAt(0) ?? 0))
    return DispatchAction.parse(JSON.parse(json))
  } catch {
    return null
  }
}
