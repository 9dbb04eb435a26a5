/** The colours of a map. A canvas cannot read CSS variables, so the tokens of `theme/tokens.css` are repeated here. */
export type MapPalette = {
  scheme: 'light' | 'dark'
  land: string
  green: string
  builtUp: string
  water: string
  building: string
  roadMinor: string
  roadMajor: string
  roadCasing: string
  rail: string
  label: string
  labelStrong: string
  waterLabel: string
  halo: string
  zone: string
  shade: string
  shadeOpacity: number
  rim: string
  mark: string
  success: string
  warning: string
  danger: string
  info: string
  live: string
  neutral: string
}

const light: MapPalette = {
  scheme: 'light',
  land: '#f3f4f5',
  green: '#e6ece4',
  builtUp: '#eff0f2',
  water: '#cbdae5',
  building: '#e8eaed',
  roadMinor: '#ffffff',
  roadMajor: '#ffffff',
  roadCasing: '#dfe2e6',
  rail: '#d4d8de',
  label: '#68717e',
  labelStrong: '#464e5a',
  waterLabel: '#5b7890',
  halo: '#f7f8f9',
  zone: '#00796b',
  shade: '#39424f',
  shadeOpacity: 0.13,
  rim: '#ffffff',
  mark: '#ffffff',
  success: '#0b7a4b',
  warning: '#b26a00',
  danger: '#c62820',
  info: '#2f6bd8',
  live: '#5b3cc4',
  neutral: '#5a6370',
}

const dark: MapPalette = {
  scheme: 'dark',
  land: '#171c22',
  green: '#18221f',
  builtUp: '#191f26',
  water: '#1d2d3b',
  building: '#1d232b',
  roadMinor: '#262d36',
  roadMajor: '#333c47',
  roadCasing: '#14181d',
  rail: '#2a323c',
  label: '#8b95a3',
  labelStrong: '#b4bbc7',
  waterLabel: '#6f8ba3',
  halo: '#12161b',
  zone: '#35c2ac',
  shade: '#05070a',
  shadeOpacity: 0.42,
  rim: '#0d1014',
  mark: '#0d1014',
  success: '#5fd39a',
  warning: '#f6bd60',
  danger: '#ff7b72',
  info: '#8ab4ff',
  live: '#b7a3ff',
  neutral: '#a7afbc',
}

export const paletteOf = (scheme: 'light' | 'dark'): MapPalette => (scheme === 'dark' ? dark : light)
