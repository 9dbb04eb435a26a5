import { type DataSubject, dataSubjects, type Processing, type ProcessingRecords } from '@ambit/contract'

export const PROCESSING_TITLE = 'Records of Processing'

/** Said once above the records, on the page and in the file. */
export const PROCESSING_INTRO =
  'What this installation does with personal data, as it is set up now. Users who are limited to regions see what is of these regions only. Legal bases and contracts are for the operator to add.'

const titles: Record<DataSubject, string> = {
  passengers: 'Passengers',
  drivers: 'Drivers',
  staff: 'Staff',
  everybody: 'Passengers, drivers and staff',
}

/** A label with its lines. */
export type ProcessingRow = { label: string; lines: string[] }

const readersLine = ({ what, roles }: Processing['seen_by'][number]): string => {
  const names = roles.length === 0 ? 'No role' : roles.join(', ')
  return what === null ? names : `${what}: ${names}`
}

export const processingRows = (one: Processing): ProcessingRow[] => [
  { label: 'Which data', lines: [one.data] },
  { label: 'What for', lines: [one.purpose] },
  {
    label: 'Who may see it',
    lines: [
      ...(one.seen_by.length === 0 ? ['No role'] : one.seen_by.map(readersLine)),
      ...(one.also_seen_by === null ? [] : [one.also_seen_by]),
    ],
  },
  {
    label: 'Where it is sent',
    lines:
      one.sent_to.length === 0
        ? ['Nowhere']
        : one.sent_to.map(({ name, place }) => (place === '' ? name : `${name}: ${place}`)),
  },
  { label: 'How long', lines: one.kept },
]

/** Who runs it, how its regions are reached, and whom nothing is sent to. */
export const processingFacts = ({ run_by, not_sent_to }: ProcessingRecords): ProcessingRow[] => {
  const contacts = run_by.regions.flatMap(({ name, email, phone }) => {
    const ways = [email, phone].filter((way) => way !== null && way !== '')
    return ways.length === 0 ? [] : [`${name}: ${ways.join(', ')}`]
  })
  return [
    { label: 'Run by', lines: [run_by.name] },
    { label: 'Product', lines: [run_by.address === null ? run_by.product : `${run_by.product}, ${run_by.address}`] },
    ...(contacts.length === 0 ? [] : [{ label: 'Contact', lines: contacts }]),
    { label: 'Nothing is sent to', lines: [not_sent_to.join(', ')] },
  ]
}

export const processingGroups = ({ processings }: ProcessingRecords) =>
  dataSubjects.map((people) => ({
    title: titles[people],
    processings: processings.filter((one) => one.people === people),
  }))

export const processingFileName = ({ made_on }: Pick<ProcessingRecords, 'made_on'>): string =>
  `records-of-processing-${made_on}.pdf`
