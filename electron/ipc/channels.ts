import type { InspectorEvents, InspectorRequests } from '../../core/contract.ts';

export type RequestChannel = keyof InspectorRequests;
export type RequestArgument<Channel extends RequestChannel> = Parameters<InspectorRequests[Channel]>[0];
export type RequestValue<Channel extends RequestChannel> = ReturnType<InspectorRequests[Channel]>;

/** One handler per request; a rejection is told to the window as an error. */
export type Handlers = {
  readonly [Channel in RequestChannel]: (
    argument: RequestArgument<Channel>,
  ) => RequestValue<Channel> | Promise<RequestValue<Channel>>;
};

/** Tells the window something; nothing happens when it is gone. */
export type SendEvent = <Channel extends keyof InspectorEvents>(
  channel: Channel,
  event: InspectorEvents[Channel],
) => void;
