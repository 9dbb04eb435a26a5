/** What a browser keeps is kept in memory. */
import 'fake-indexeddb/auto'
