export const environmentStrings = {
  title: 'Environment',
  text: 'Its name decides which features are on. Which networks may be called and whether demo data are taken follows AMBIT_ENVIRONMENT and the address of the portal alone.',
  name: 'Name',
  byAddress: 'By the address of the portal',
  values: 'What the environment sets',
  valuesText:
    'These variables were set when the server was started, and win over what the portal sets. Changing one needs the operator and a restart.',
  none: 'The environment sets nothing.',
  columns: { name: 'Variable', value: 'Value', source: 'Source' },
  secret: 'Set, and not shown',
  sources: { environment: 'Environment', file: 'File', settings: 'Settings', default: 'Default' },
  unset: 'Not set',
  unsetText: 'Defaults apply, or what the portal sets.',
  loading: 'The environment is loading',
} as const
