import { api, missPolicies, Region, RegionMisses as Form } from '@ambit/contract'
import { client } from '../../api/client.ts'
import { useDialog } from '../../dialogs/stack.ts'
import { EntityFormFrame, FormGrid } from '../../form/EntityForm.tsx'
import { NumberField, SelectField } from '../../form/fields.tsx'
import { useEntityForm } from '../../form/use-entity-form.ts'
import { notify } from '../../notifications/notify.tsx'
import { regionRecords } from '../../records/regions.ts'
import classes from '../region-tabs.module.css'
import { regionMissStrings as words } from './strings.ts'

const { fields, notes } = words
const policies = missPolicies.map((value) => ({ value, label: words.policies[value] }))
const FULL_ROW = 24

type Props = { mode: 'view' | 'edit'; region: Region }

/** What a region does about rides that are cancelled late or missed, and when these are a pattern. */
export const RegionMisses = ({ mode, region }: Props) => {
  const { close } = useDialog()
  const { id } = region
  const entity = useEntityForm({
    intent: { mode, record: region },
    schema: Form,
    record: Region,
    toValues: (record) => Form.parse(record ?? region),
    save: (values, version) =>
      client.call(api.regions.update, { params: { id }, body: values, version }).then((answer) => answer.data),
    onSaved: (saved) => {
      if (saved) regionRecords.saved(saved)
      notify({ type: 'success', title: words.thanks, message: words.saved })
      close()
    },
  })
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
