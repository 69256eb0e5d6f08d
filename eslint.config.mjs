import js from '@eslint/js';
import importX, { createNodeResolver } from 'eslint-plugin-import-x';
import jsxA11y from 'eslint-plugin-jsx-a11y';
import reactHooks from 'eslint-plugin-react-hooks';
import { defineConfig, globalIgnores } from 'eslint/config';
import tseslint from 'typescript-eslint';

const typescript = ['**/*.ts', '**/*.tsx'];
const pureCore = ['core/**/*.ts'];
const nodeCore = ['core/adapters/**', 'core/cli/**'];

/** Who may import whom; the picture is in docs/architecture.md. */
const zones = [
  {
    target: './core/domain',
    from: './core',
    except: ['./domain'],
    message: 'core/domain imports only core/domain: move what it needs down, or pass it in.',
  },
  {
    target: ['./core/*.ts', './core/!(adapters|cli)/**/*'],
    from: ['./core/adapters', './core/cli'],
    message: 'The pure core names an interface; an adapter implements it and is passed in.',
  },
  {
    target: './core/adapters',
    from: './core/cli',
    message: 'An adapter knows nothing of the command line.',
  },
  {
    target: './core',
    from: ['./electron', './renderer'],
    message: 'core knows neither the shell nor the window.',
  },
  {
    target: './renderer',
    from: './core',
    except: ['./contract.ts', './domain', './facts', './replay'],
    message:
      'The window imports core/contract.ts, core/domain, core/facts and core/replay; the rest it asks for through renderer/app/inspector-api.ts.',
  },
  {
    target: './renderer',
    from: './electron',
    message: 'The window reaches the main process through renderer/app/inspector-api.ts.',
  },
  {
    target: './electron',
    from: './renderer',
    message: 'electron/ loads the renderer as a page and imports none of its code.',
  },
  {
    target: ['./core', './electron', './renderer', './scripts'],
    from: './test',
    message: 'Nothing imports test/.',
  },
  {
    target: ['./core', './electron', './renderer'],
    from: './scripts',
    message: 'scripts/ builds the app and is no part of it.',
  },
];

export default defineConfig(
  globalIgnores(['out/', 'dist/', 'coverage/', 'test-results/', 'test/fixtures/', 'electron/samples/']),
  js.configs.recommended,
  {
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    plugins: { 'import-x': importX },
    settings: { 'import-x/resolver-next': [createNodeResolver({ extensions: ['.ts', '.tsx', '.mjs'] })] },
    rules: {
      'import-x/no-restricted-paths': ['error', { basePath: import.meta.dirname, zones }],
      'max-lines': ['error', { max: 400, skipBlankLines: true, skipComments: true }],
      eqeqeq: ['error', 'always'],
    },
  },
  {
    files: typescript,
    extends: [tseslint.configs.strictTypeChecked],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'inline-type-imports' }],
      '@typescript-eslint/no-unsafe-type-assertion': 'error',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      '@typescript-eslint/switch-exhaustiveness-check': [
        'error',
        { considerDefaultExhaustiveForUnions: true },
      ],
    },
  },
  {
    // The one place where a plain string becomes a branded id.
    files: ['core/domain/ids.ts'],
    rules: { '@typescript-eslint/no-unsafe-type-assertion': 'off' },
  },
  {
    files: pureCore,
    ignores: nodeCore,
    rules: {
      'no-restricted-imports': [
        'error',
        {
          patterns: [
            {
              group: [
                'node:*',
                'electron',
                'electron-*',
                'better-sqlite3*',
                'react',
                'react-*',
                'zustand',
                'openai',
                'openai/*',
              ],
              message: 'The pure core runs anywhere: files, clocks, models and windows come in as arguments.',
            },
          ],
        },
      ],
    },
  },
  {
    files: ['renderer/**/*.{ts,tsx}'],
    extends: [reactHooks.configs.flat.recommended, jsxA11y.flatConfigs.strict],
    rules: {
      'no-restricted-imports': [
        'error',
        {
          patterns: [
            {
              group: ['node:*', 'electron', 'electron-*'],
              message: 'The window is sandboxed: ask the main process.',
            },
          ],
        },
      ],
      // What scrolls has to be reachable by keyboard.
      'jsx-a11y/no-noninteractive-tabindex': ['error', { tags: [], roles: ['tabpanel', 'region'] }],
      // It warns of libraries that the React Compiler can't handle; the window isn't compiled with it.
      'react-hooks/incompatible-library': 'off',
    },
  },
  {
    files: ['renderer/**/*.{ts,tsx}'],
    ignores: ['renderer/app/inspector-api.ts'],
    rules: {
      'no-restricted-properties': [
        'error',
        {
          object: 'window',
          property: 'tidemark',
          message: 'renderer/app/inspector-api.ts is its only reader.',
        },
      ],
    },
  },
  {
    files: ['test/**/*.{ts,tsx}'],
    rules: {
      // A test's parts are often async because the interface they stand in for is.
      '@typescript-eslint/require-await': 'off',
      '@typescript-eslint/no-non-null-assertion': 'off',
    },
  },
  {
    files: ['**/*.mjs', '**/*.js'],
    languageOptions: {
      globals: {
        process: 'readonly',
        console: 'readonly',
        Buffer: 'readonly',
        URL: 'readonly',
        setTimeout: 'readonly',
        clearTimeout: 'readonly',
        performance: 'readonly',
        fetch: 'readonly',
        AbortSignal: 'readonly',
      },
    },
  },
);
