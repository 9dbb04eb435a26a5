import { useComputedColorScheme } from '@mantine/core'
import type { Settings } from '@ambit/contract'
import { useSettings } from '../settings/settings.ts'

type Logos = Pick<Settings['app'], 'logoLight' | 'logoDark'>

/** Where a logo is, by its digest: the server keeps it there for ever. */
export const logoAddress = (digest: string): string => `/logos/${digest}`

/** The brand's logo for the page's theme, that of the other theme where there is only one, else the product's mark. */
export const Logo = ({ size = 24 }: { size?: number }) => {
  const scheme = useComputedColorScheme('light', { getInitialValueInEffect: false })
  const { app } = useSettings()
  return <ShownLogo logos={app} scheme={scheme} size={size} />
}

export const ShownLogo = ({
  logos: { logoLight, logoDark },
  scheme,
  size,
}: {
  logos: Logos
  scheme: 'light' | 'dark'
  size: number
}) => {
  const digest = scheme === 'light' ? (logoLight ?? logoDark) : (logoDark ?? logoLight)
  if (digest === null) return <Mark size={size} />
  // The brand's name stands beside it.
  return <img src={logoAddress(digest)} alt="" height={size} style={{ maxWidth: size * 4, objectFit: 'contain' }} />
}

/** The mark of the product in the brand's colour: a way with a vehicle on it. */
const Mark = ({ size }: { size: number }) => (
  <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true">
    <rect width="32" height="32" rx="9" fill="var(--mantine-primary-color-filled)" />
    <path
      d="M7.5 21.5c3.4 0 3.4-10.5 8.5-10.5s5.1 10.5 8.5 10.5"
      fill="none"
      stroke="var(--on-brand)"
      strokeWidth="2.8"
      strokeLinecap="round"
    />
    <circle cx="16" cy="11" r="2.9" fill="var(--on-brand)" />
  </svg>
)
