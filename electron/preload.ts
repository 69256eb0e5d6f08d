import { contextBridge } from 'electron';

contextBridge.exposeInMainWorld('tidemark', {});
