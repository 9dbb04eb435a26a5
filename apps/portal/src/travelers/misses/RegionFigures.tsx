import type { Conduct } from '@ambit/contract'
import { useFormat } from '../../settings/format.ts'
import { DASH } from '../../settings/create-format.ts'
import { StatusTag } from '../../ui/StatusTag.tsx'
import shared from '../travelers.module.css'
import classes from './RegionFigures.module.css'
import { missStrings as words } from './strings.ts'

type Region = Conduct['regions'][number]

/** Figures of a passenger beside those of the region, and whether they are a pattern. */
export const RegionFigures = ({ region }: { region: Region }) => {
  const { region_name, miss_window_days, figures } = region
  const format = useFormat()
  const finding = useFinding(region)
  if (figures === null) return <p className={shared['hint']}>{words.off(region_name)}</p>
  const share = (value: number | null): string => (value === null ? DASH : format.percentage(value, 1))
  const shown = [
    [words.journeys, format.number(figures.journeys)],
    [words.misses, format.number(figures.misses)],
    [words.share, share(figures.share)],
    [words.average, share(figures.average)],
  ] as const
  return (
    <section className={classes['figures']} aria-label={words.figures(region_name)}>
      <div className={classes['head']}>
        <strong>{region_name}</strong>
        <StatusTag tone={figures.pattern ? 'warning' : 'neutral'}>
          {figures.pattern ? words.pattern : words.noPattern}
        </StatusTag>
        <span className={shared['hint']}>{finding}</span>
      </div>
      <dl className={classes['list']}>
        {shown.map(([name, value]) => (
          <div key={name} className={classes['figure']}>
            <dt>{name}</dt>
            <dd className="numbers">{value}</dd>
          </div>
        ))}
      </dl>
      <p className={shared['hint']}>{words.window(miss_window_days, format.date(figures.window_from))}</p>
    </section>
  )
}

const useFinding = (region: Region): string => {
  const format = useFormat()
  const { findings } = words
  switch (region.figures?.finding) {
    case 'too_few_journeys':
      return findings.too_few_journeys(region.pattern_min_journeys)
    case 'too_few_misses':
      return findings.too_few_misses(region.pattern_misses)
    case 'small_share':
      return findings.small_share(format.percentage(region.pattern_share / 100))
    case 'near_average':
      return findings.near_average(region.pattern_of_average)
    case 'pattern':
      return findings.pattern
    case undefined:
      return ''
  }
}
