/** Apart from the other words, as they are needed before the pages are. */
export const checkTitles = { checklists: 'Checklists', checks: 'Vehicle checks' } as const
