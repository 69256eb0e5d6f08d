/** What plugs into the core on Node: stores, and models over the Responses API. */
export { openJsonlPersistence, type JsonlPersistenceOptions } from './jsonl/open-jsonl-persistence.ts';
export type { ModelEndpointOptions } from './openai/model-endpoint.ts';
export { ResponsesAgentModel } from './openai/responses-agent-model.ts';
export type { ModelParameters, ResponsesModelOptions } from './openai/responses-client.ts';
export { ResponsesSummaryModel } from './openai/responses-summary-model.ts';
export { openDatabase, type OpenDatabaseOptions } from './sqlite/open-database.ts';
export { openSqlitePersistence } from './sqlite/open-sqlite-persistence.ts';
export { systemOptions, uuidIds } from './uuid-ids.ts';
