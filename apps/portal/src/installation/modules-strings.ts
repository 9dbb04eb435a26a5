export const modulesStrings = {
  title: 'Modules',
  text: 'Which parts of the product are used here. A part that is not used is gone from the menu and the search, and its pages say so; its records stay as they are. A name that is left empty is the product’s own.',
  columns: {
    module: 'Module',
    menuName: 'Name in the menu',
    enabled: 'In use',
    mainMenu: 'In the menu',
    globalSearchEnabled: 'In the search',
  },
  nameOf: (module: string) => `Name of ${module} in the menu`,
  shippedAgain: (module: string) => `Call it ${module} again`,
  switchOf: {
    enabled: (module: string) => `Use ${module}`,
    mainMenu: (module: string) => `Show ${module} in the menu`,
    globalSearchEnabled: (module: string) => `Search ${module}`,
  },
  neverSearched: 'Not searched',
  yes: 'Yes',
  no: 'No',
} as const
