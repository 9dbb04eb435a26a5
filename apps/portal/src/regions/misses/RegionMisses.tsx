import { missPolicies, RegionMisses as Form } from '@ambit/contract'
import { EntityFormFrame, FormGrid } from '../../form/EntityForm.tsx'
import { NumberField, SelectField } from '../../form/fields.tsx'
import classes from '../region-tabs.module.css'
import { type RegionTabProps, useRegionTab } from '../tab/use-region-tab.ts'
import { regionMissStrings as words } from './strings.ts'

const { fields, notes } = words
const policies = missPolicies.map((value) => ({ value, label: words.policies[value] }))
const FULL_ROW = 24

/** What a region does about rides that are cancelled late or missed, and when these are a pattern. */
export const RegionMisses = (tab: RegionTabProps) => {
  const entity = useRegionTab(
    tab,
    { schema: Form, valuesOf: (region) => Form.parse(region), bodyOf: (values) => values },
    words,
  )
  return (
    <EntityFormFrame entity={entity} label={words.form} labels={fields} alone={false}>
      <p className={classes['explained']}>{words.explained}</p>
      <FormGrid label={words.form}>
        <SelectField
          name="miss_policy"
          label={fields.miss_policy}
          options={policies}
          note={notes.miss_policy}
          span={FULL_ROW}
        />
        <NumberField
          name="miss_window_days"
          label={fields.miss_window_days}
          suffix={words.days}
          note={notes.miss_window_days}
        />
      </FormGrid>
      <h3 className={classes['heading']}>{words.pattern}</h3>
      <p className={classes['explained']}>{words.patternExplained}</p>
      <FormGrid label={words.pattern}>
        <NumberField name="pattern_misses" label={fields.pattern_misses} note={notes.pattern_misses} />
        <NumberField
          name="pattern_share"
          label={fields.pattern_share}
          suffix={words.percent}
          note={notes.pattern_share}
        />
        <NumberField
          name="pattern_of_average"
          label={fields.pattern_of_average}
          suffix={words.times}
          note={notes.pattern_of_average}
        />
        <NumberField
          name="pattern_min_journeys"
          label={fields.pattern_min_journeys}
          note={notes.pattern_min_journeys}
        />
      </FormGrid>
    </EntityFormFrame>
  )
}
