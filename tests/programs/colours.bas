# Colour controls of extended mode, in strings, in remarks and between statements.
10 PRINT "\{16}\{0}a\{16}\{1}b\{16}\{2}c\{16}\{3}d\{16}\{4}e\{16}\{5}f\{16}\{6}g\{16}\{7}h"
20 PRINT "\{17}\{0}a\{17}\{1}b\{17}\{2}c\{17}\{3}d\{17}\{4}e\{17}\{5}f\{17}\{6}g\{17}\{7}h"
30 PRINT "\{18}\{1}flash\{18}\{0} \{19}\{1}bright\{19}\{0} \{20}\{1}inverse\{20}\{0}"
40 REM \{17}\{6}\{16}\{2}red on yellow\{17}\{7}\{16}\{0}: still \{20}\{1}inverse\{20}\{0}:\{18}\{1}a\{18}\{0}
50 \{16}\{1}PRINT\{16}\{2} "x"\{17}\{6}:\{17}\{3}LET a\{19}\{1}=1\{19}\{0}
