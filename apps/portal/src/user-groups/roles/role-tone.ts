/** `enabled` is a success, any other word a danger; a role without a status reads as disabled. */
export const roleTone = (status: string | null | undefined): 'success' | 'danger' | 'disabled' => {
  if (status === null || status === undefined || status === '') return 'disabled'
  return status === 'enabled' ? 'success' : 'danger'
}
