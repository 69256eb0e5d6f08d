/** A bare name counts as a file only with one of these; `example.com` and `obj.method` must not. */
const EXTENSIONS = new Set(
  (
    'ts tsx mts cts js jsx mjs cjs json json5 jsonl ndjson jsonc map vue svelte astro html htm xhtml css scss sass less ' +
    'md mdx markdown rst txt log csv tsv xls xlsx xlsm ods doc docx odt rtf pdf ppt pptx odp pages key epub tex bib ' +
    'py pyi ipynb rb rs go java kt kts scala swift cpp cc cxx hpp hh cs fs fsx vb php pl pm lua r jl dart ex exs erl hs ' +
    'clj cljs ml sh bash zsh fish ps1 psm1 bat cmd sql sqlite db mdb proto graphql gql prisma tf tfvars hcl ' +
    'yaml yml toml ini cfg conf env properties lock xml xsd xsl xslt svg plist gradle cmake mk ' +
    'png jpg jpeg gif webp bmp ico tif tiff heic psd ai mp3 mp4 wav flac ogg m4a mov avi mkv webm ' +
    'zip tar gz tgz bz2 xz 7z rar jar war whl deb rpm dmg exe msi apk iso dll so dylib bin dat parquet arrow avro ' +
    'pem crt cer csr p12 pub asc gpg eml ics vcf geojson kml gpx shp diff patch bak tmp c h'
  ).split(' '),
);

export function isFileExtension(extension: string): boolean {
  return EXTENSIONS.has(extension.toLowerCase());
}
