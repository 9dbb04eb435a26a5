export const detailOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
