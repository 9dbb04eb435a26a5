export const attentionStrings = {
  tab: 'Needs Attention',
  list: 'What needs attention',
  nothing: 'Nothing needs you now.',
  alert: 'Emergencies',
  show: 'Show on the map',
  dismiss: 'Dismiss',
} as const
