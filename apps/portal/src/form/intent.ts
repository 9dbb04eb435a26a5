/** What a form is for; one discriminated value instead of four flags. */
export type FormIntent<R> =
  | { mode: 'create' }
  | { mode: 'edit'; record: R }
  | { mode: 'view'; record: R }
  | { mode: 'bulkedit'; records: readonly R[] }

export const recordOf = <R>(intent: FormIntent<R>): R | null => {
  switch (intent.mode) {
    case 'create':
      return null
    case 'edit':
    case 'view':
      return intent.record
    case 'bulkedit':
      return null
  }
}
