export const SEED = 7
export const NOW = '2026-11-23T09:00:00+10:00'
