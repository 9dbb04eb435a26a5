/** A record's region as a select in a form has it; empty: none. */
export const regionText = (id: number | null | undefined): string => (id == null ? '' : String(id))
export const regionIdOf = (text: string): number | null => (text === '' ? null : Number(text))
