import { DispatchAction } from '@ambit/contract'

/** An action as the id of its dialog, so that a reload shows it again: its JSON in the alphabet of addresses. */
export const writeAction = (action: DispatchAction): string =>
  btoa(String.fromCodePoint(...new TextEncoder().encode(JSON.stringify(action))))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')

/** Null for text that is no action. */
export const readAction = (id: string | null): DispatchAction | null => {
  try {
    const bytes = atob((id ?? '').replaceAll('-', '+').replaceAll('_', '/'))
    const json = new TextDecoder().decode(Uint8Array.from(bytes, (one) => one.codePointAt(0) ?? 0))
    return DispatchAction.parse(JSON.parse(json))
  } catch {
    return null
  }
}
