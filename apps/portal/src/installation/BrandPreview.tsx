import type { Settings } from '@ambit/contract'
import type { CSSProperties } from 'react'
import { useWatch } from 'react-hook-form'
import { brandRamp } from '../theme/brand-ramp.ts'
import { ShownLogo } from '../ui/Logo.tsx'
import classes from './brand.module.css'
import { settingsStrings } from './settings-strings.ts'

const words = settingsStrings.brand

/** Both themes at once, whichever the page has: as `theme/theme.ts` has them. */
const papers = {
  light: { background: '#ffffff', color: '#1b2027', '--on-brand': '#ffffff' },
  dark: { background: '#171b21', color: '#dfe3ea', '--on-brand': '#0d1014' },
} as const

/** The properties that the logo reads, which React's types do not list. */
const sheetOf = (scheme: keyof typeof papers, fill: string): CSSProperties => {
  const properties: Record<string, string> = { ...papers[scheme], '--mantine-primary-color-filled': fill }
  return properties as CSSProperties
}

/** What the portal would look like with what is in the form. */
export const BrandPreview = () => {
  const form = useWatch() as Settings['app'] // the fields of the form that it stands in
  const ramp = brandRamp(form.brandColor)
  const [light, dark] = [ramp.shades[ramp.light]!, ramp.shades[ramp.dark]!] // indices of the ramp's own
  const themes = [
    { scheme: 'light', title: words.light, fill: light, link: ramp.shades[Math.max(ramp.light, 7)]! },
    { scheme: 'dark', title: words.dark, fill: dark, link: ramp.shades[3] },
  ] as const
  return (
    <section className={classes['preview']} aria-label={words.preview}>
      {themes.map(({ scheme, title, fill, link }) => (
        <div key={scheme} className={classes['theme']} style={sheetOf(scheme, fill)}>
          <small>{title}</small>
          <div className={classes['head']}>
            <ShownLogo logos={form} scheme={scheme} size={24} />
            <strong>{form.brandName}</strong>
          </div>
          <span className={classes['button']} style={{ background: fill, color: papers[scheme]['--on-brand'] }}>
            {words.button}
          </span>
          <span style={{ color: link }}>{words.link}</span>
        </div>
      ))}
    </section>
  )
}
