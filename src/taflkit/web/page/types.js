// The shapes of what Python tells the page; only for type checkers and readers.

/**
 * @typedef {{name: string, letter: string, svg: string}} Thing
 * @typedef {{width: number, height: number, left: number, top: number, cell: number}} Layout
 * @typedef {{
 *   svg: string, title: string, layout: Layout, columns: number, rows: number, flipped: boolean, legend: Thing[],
 *   things: Record<string, number>, regions: Record<string, string>, last: string[], captured: [string, string][],
 *   goingOn: string[], moves: string[]}} BoardState
 * @typedef {{
 *   id: number, ply: number, parent?: number, move?: string, mover?: number, first?: boolean, comment?: string,
 *   symbol?: string, evaluation?: string, bar?: number, judgement?: string}} TreeNode
 * @typedef {{word: string, name: string, automated: boolean, level: number}} PlayerState
 * @typedef {{
 *   version: number,
 *   variant: {name: string, title: string, kind: string, summary: string, rules: string[], examples: string[],
 *     sources: string[], doubtful: string[]},
 *   board: BoardState, position: string, players: PlayerState[], maxLevel: number, toMove: number,
 *   over: {text: string, winner: string | null} | null, thinking: "move" | "hint" | "analysis" | "review" | null, live: boolean,
 *   analysing: boolean, reviewing: boolean, tree: TreeNode[], current: number, limit: number | null, hasLimit: boolean, example: string,
 *   tags: [string, string][], demo: string, news: string, backup: string}} State
 * @typedef {{score: string, bar: number, depth: number, moves: string[]}} Line
 * @typedef {{node: number, purpose: string, lines: Line[], depth: number, nodes: number, bar: number}} Thinking
 * @typedef {{
 *   name: string, title: string, summary: string, kind: string, size: string, family: string, featured: boolean,
 *   aliases: string[]}} Listed
 * @typedef {{
 *   error?: string, state?: State, svg?: string, variants?: Listed[],
 *   own?: {name: string, title: string, summary: string}[], threats?: {squares: string[], wins: string[]},
 *   node?: number, record?: string}} Answer
 * @typedef {{
 *   wants: (version: number) => boolean, state: (state: State, first: boolean) => void, thinking: (found: Thinking) => void,
 *   hint: (found: {hint: string, node: number}) => void, trouble: (text: string) => void}} Listener
 * @typedef {{ask: (request: Record<string, unknown>) => Promise<Answer>, listen: (listener: Listener) => void}} Transport
 */

export {};
