# girafa: name="bimaru"
10 REM BIMARU: onde estao os dez barcos? Satisfacao de restricoes, procura em profundidade
20 REM d(p) o que pode ser a casa p: 0 tudo, 1 agua, 2 barco. O tabuleiro tem agua 'a volta: p=12*linha+coluna+1
30 REM linhas 1 a 10 e colunas 11 a 20: k() total, l() pecas que faltam, u() casas por decidir, f() primeira casa
40 REM y(p) e x(p) linha e coluna da casa, z(p) os seus atributos; t() as n casas decididas por ordem, q as ja' propagadas
50 REM w(g) comprimento do barco g; i(g) e j(g) onde esta'; b(g) era n antes dele; c(g) ja' la' estava; m() casas do meio
60 DIM d(144): DIM y(144): DIM x(144): DIM z(144): DIM t(144): DIM k(20): DIM l(20): DIM u(20): DIM f(20)
70 DIM w(10): DIM i(10): DIM j(10): DIM b(10): DIM c(10): DIM m(100): DIM a$(10,12): DIM f$(10,16)
80 GO SUB 1000: GO SUB 1200: GO SUB 1400
100 REM DADOS: cada casa dada, as vizinhas que ela decide, e o que se segue de tudo
110 IF ml<>20 OR mc<>20 THEN GO TO 180
120 FOR r=1 TO 20: LET h=r: GO SUB 600: IF e THEN GO TO 180
130 NEXT r
140 FOR r=1 TO 10: FOR c=3 TO 12: IF a$(r,c)<>"." THEN GO SUB 900: IF e THEN GO TO 180
150 NEXT c: NEXT r
160 GO SUB 400: IF NOT e THEN GO TO 200
180 PRINT AT 14,0;"OS DADOS CONTRADIZEM-SE.": STOP
200 REM PROCURA: primeiro os barcos maiores; os iguais por ordem do lugar
210 LET g=1: LET i=1: LET j=1
220 LET w=w(g)
230 IF k(i)<w THEN GO TO 290
240 LET s=1+11*(i>10): LET r=0
250 FOR p=f(i)+(j-1)*s TO f(i)+9*s STEP s: IF d(p)=1 THEN LET r=0: NEXT p: GO TO 290
255 LET r=r+1: IF r<w THEN NEXT p: GO TO 290
260 IF d(p+s)=2 OR d(p-w*s)=2 THEN NEXT p: GO TO 290
265 LET o=p-(w-1)*s: LET c=(d(p)=2): LET h=(d(p+s)=1 AND d(o-s)=1)
270 IF w>1 THEN FOR a=o TO p-s STEP s: LET c=c+(d(a)=2): NEXT a: GO TO 280
275 IF d(p-12)=2 OR d(p+12)=2 THEN NEXT p: GO TO 290
278 LET h=(h AND d(p-12)=1 AND d(p+12)=1)
280 IF w-c>l(i) THEN NEXT p: GO TO 290
285 GO TO 700
290 LET j=1: LET i=i+1: IF i<=20-10*(w=1) THEN GO TO 230
295 GO TO 840
300 REM DECIDE que a casa p e' v; erro (e) se ja' era o contrario
310 IF d(p)=v THEN RETURN
320 IF d(p) THEN LET e=1: RETURN
330 LET d(p)=v: POKE z(p),34+7*v: LET n=n+1: LET t(n)=p
340 LET h=y(p): LET u(h)=u(h)-1: IF v=2 THEN LET l(h)=l(h)-1
350 LET h=x(p): LET u(h)=u(h)-1: IF v=2 THEN LET l(h)=l(h)-1
360 RETURN
400 REM PROPAGA as casas decididas, ate' nada mais se seguir
410 IF q=n THEN GO TO 480
420 LET q=q+1: LET o=t(q): IF d(o)=1 THEN GO TO 450
430 REM em diagonal de um barco so' ha' agua
440 LET v=1: LET p=o-13: GO SUB 300: LET p=o-11: GO SUB 300: LET p=o+11: GO SUB 300: LET p=o+13: GO SUB 300
450 IF e THEN RETURN
460 LET h=y(o): GO SUB 600: IF e THEN RETURN
470 LET h=x(o): GO SUB 600: IF e THEN RETURN
475 GO TO 410
480 FOR r=1 TO m: LET o=m(r): IF NOT e THEN LET s=1: GO SUB 500: LET s=12: GO SUB 500
490 NEXT r: IF q<n AND NOT e THEN GO TO 410
495 RETURN
500 REM CASA DO MEIO o: os vizinhos opostos sao iguais; agua num eixo, barco no outro
510 LET v=0: IF d(o-s)=1 OR d(o+s)=1 THEN LET v=1
520 IF d(o-s)=2 OR d(o+s)=2 THEN LET v=2
530 IF v=0 THEN RETURN
540 LET p=o-s: GO SUB 300: LET p=o+s: GO SUB 300
550 LET v=3-v: LET p=o-13+s: GO SUB 300: LET p=o+13-s: GO SUB 300
560 RETURN
600 REM LINHA OU COLUNA h: completa, o resto e' agua; faltam tantas pecas como casas, sao todas barco
610 IF l(h)<0 OR l(h)>u(h) THEN LET e=1: RETURN
620 IF u(h)=0 THEN RETURN
630 LET v=1: IF l(h)<>0 THEN LET v=2: IF l(h)<>u(h) THEN RETURN
640 LET s=1+11*(h>10): LET b=f(h)
650 FOR a=b TO b+9*s STEP s: IF d(a)=0 THEN LET p=a: GO SUB 300
660 NEXT a: RETURN
700 REM NO': poe um barco de comprimento w a partir da casa o, com agua 'a volta
710 LET nos=nos+1: LET i(g)=i: LET j(g)=(o-f(i))/s+1: LET b(g)=n: LET c(g)=(h AND c=w)
720 PRINT AT 14,0;"NO' ";nos;": BARCO DE ";w;" EM ";y(o);",";x(o)-10;(" H" AND w>1 AND s=1)+(" V" AND s=12);"   "
730 LET v=1: LET p=o-s: GO SUB 300: LET p=o+w*s: GO SUB 300
740 FOR a=o TO o+(w-1)*s STEP s
750 LET v=2: LET p=a: GO SUB 300: LET v=1: LET p=a-13+s: GO SUB 300: LET p=a+13-s: GO SUB 300
760 NEXT a: IF NOT e THEN GO SUB 400
770 IF e THEN GO TO 800
780 IF g=10 THEN GO TO 860
790 LET g=g+1: IF w(g)=w THEN LET i=i(g-1): LET j=j(g-1)+1: GO TO 220
795 LET i=1: LET j=1: GO TO 220
800 REM RECUSA o barco g: desfaz o que veio depois, e experimenta o lugar seguinte
810 LET rec=rec+1: LET e=0
820 IF n=b(g) THEN GO TO 835
825 LET p=t(n): LET n=n-1: LET v=(d(p)=2): LET d(p)=0: POKE z(p),127
830 LET h=y(p): LET u(h)=u(h)+1: LET l(h)=l(h)+v: LET h=x(p): LET u(h)=u(h)+1: LET l(h)=l(h)+v: GO TO 820
835 LET q=n: IF NOT c(g) THEN LET i=i(g): LET j=j(g)+1: GO TO 220
840 LET g=g-1: IF g>0 THEN GO TO 800
850 PRINT AT 16,0;"NAO ";("TEM" AND sol=0)+("HA' OUTRA" AND sol>0);" SOLUCAO."'nos;" NOS, ";rec;" RECUSADOS": STOP
860 REM SOLUCAO
870 LET sol=sol+1: FOR r=1 TO 10: LET c$="": FOR p=f(r) TO f(r)+9
880 LET c$=c$+p$(1+(d(p)=2)*(1+(d(p-12)=2)+2*(d(p+12)=2)+4*(d(p-1)=2)+8*(d(p+1)=2))): NEXT p
885 PRINT AT r+2,3; PAPER 8; INK 8; BRIGHT 8;c$: NEXT r
890 PRINT AT 16,0;"SOLUCAO ";sol;": ";nos;" NOS, ";rec;" RECUSADOS"
895 INPUT "PROCURO OUTRA (S/N)? ";r$: IF r$="S" OR r$="s" THEN GO TO 800
898 STOP
900 REM CASA DADA na linha r e coluna c-2: ela, e os vizinhos de cima, da esquerda, da direita e de baixo
910 LET o=12*r+c-1: LET p=o: LET v=2-(a$(r,c)="w"): GO SUB 300: IF v=1 THEN RETURN
920 IF a$(r,c)="m" THEN LET m=m+1: LET m(m)=o: RETURN
930 LET v=1+(a$(r,c)="b"): LET p=o-12: GO SUB 300
940 LET v=1+(a$(r,c)="r"): LET p=o-1: GO SUB 300
950 LET v=1+(a$(r,c)="l"): LET p=o+1: GO SUB 300
960 LET v=1+(a$(r,c)="t"): LET p=o+12: GO SUB 300
970 RETURN
1000 REM TABELAS e figuras: A agua, B submarino, C cima, D baixo, E esquerda, F direita, G meio
1010 LET n=0: LET q=0: LET m=0: LET e=0: LET nos=0: LET rec=0: LET sol=0
1020 FOR r=1 TO 10: LET f(r)=12*r+2: LET f(r+10)=r+13: LET u(r)=10: LET u(r+10)=10
1030 FOR p=f(r) TO f(r)+9: LET y(p)=r: LET x(p)=p-12*r+9: LET z(p)=22593+20*r+p: NEXT p: NEXT r
1040 FOR p=1 TO 144: LET d(p)=(y(p)=0): NEXT p
1050 FOR a=USR "a" TO USR "g"+7: READ v: POKE a,v: NEXT a
1060 FOR g=1 TO 10: READ w(g): NEXT g
1070 LET p$="": FOR a=0 TO 13: READ v: LET p$=p$+CHR$ v: NEXT a
1080 LET f$(2)="FROTA:": LET f$(3)="1 COURACADO "+CHR$ 148+CHR$ 150+CHR$ 150+CHR$ 149
1090 LET f$(4)="2 CRUZADORES "+CHR$ 148+CHR$ 150+CHR$ 149: LET f$(5)="3 CONTRATORP. "+CHR$ 148+CHR$ 149: LET f$(6)="4 SUBMARINOS "+CHR$ 145
1100 RETURN
1110 DATA 0,0,36,90,129,0,0,0,  60,126,255,255,255,255,126,60,  60,126,255,255,255,255,255,255
1120 DATA 255,255,255,255,255,255,126,60,  15,63,127,255,255,127,63,15,  240,252,254,255,255,254,252,240,  255,255,255,255,255,255,255,255
1130 DATA 4,3,3,2,2,2,1,1,1,1
1140 DATA 144, 145,147,146,150, 149,144,144,144, 148,144,144,144, 150
1200 REM ESCOLHA do problema: um dos que estao em DATA, ou outro linha a linha
1210 POKE 23692,255: INPUT "PROBLEMA (1 A 12, 0 OUTRO)? ";v: IF v<>INT v OR v<0 OR v>12 THEN GO TO 1210
1220 IF v=0 THEN GO TO 1300
1230 RESTORE 2000+20*v: READ b$: FOR r=1 TO 10: READ a$(r): NEXT r: RETURN
1300 REM OUTRO
1310 INPUT "TOTAIS DAS COLUNAS? "; LINE b$: IF LEN b$<>10 THEN GO TO 1330
1320 FOR c=1 TO 10: LET r$=b$(c): IF r$>="0" AND r$<="9" THEN NEXT c: GO TO 1340
1330 PRINT "ESCREVA DEZ ALGARISMOS.": GO TO 1310
1340 FOR r=1 TO 10
1350 INPUT ("LINHA "+STR$ r+"? "); LINE c$: IF LEN c$<>12 THEN GO TO 1390
1360 IF c$(1)<"0" OR c$(1)>"9" OR c$(2)<>" " THEN GO TO 1390
1370 FOR c=3 TO 12: FOR a=1 TO 8: IF c$(c)<>".wctblrm"(a) THEN NEXT a: GO TO 1390
1380 NEXT c: LET a$(r)=c$: NEXT r: RETURN
1390 PRINT "TOTAL, ESPACO E 10 DE .wctblrm": GO TO 1350
1400 REM DESENHO, e os totais
1410 CLS : PRINT "BIMARU";: IF v>0 THEN PRINT "  PROBLEMA ";v;
1420 PRINT ''"   ";b$: LET ml=0: LET mc=0
1430 FOR r=1 TO 10: LET k(r)=VAL a$(r,1): LET k(r+10)=VAL b$(r): LET l(r)=k(r): LET l(r+10)=k(r+10)
1440 LET ml=ml+k(r): LET mc=mc+k(r+10): LET c$="": FOR c=3 TO 12
1450 LET a=0: FOR v=1 TO 7*(a$(r,c)<>"."): IF a$(r,c)="wctblrm"(v) THEN LET a=v
1460 NEXT v: LET c$=c$+("." AND a=0)+(CHR$ (143+a) AND a>0): NEXT c
1470 PRINT " ";a$(r,1);" "; INK 7; PAPER 7; BRIGHT 1;c$; INK 0; PAPER 7; BRIGHT 0;"  ";f$(r)
1480 NEXT r: RETURN
2000 REM PROBLEMAS: totais das colunas; total de cada linha e as suas casas
2020 DATA "1133220512"
2021 DATA "2 c........."
2022 DATA "5 ...m......"
2023 DATA "0 .........."
2024 DATA "4 .........."
2025 DATA "0 .........."
2026 DATA "1 .........."
2027 DATA "0 .........."
2028 DATA "3 ....m....."
2029 DATA "0 .........."
2030 DATA "5 .l.......r"
2040 DATA "1232141411"
2041 DATA "4 .....t...."
2042 DATA "2 .........."
2043 DATA "0 .........."
2044 DATA "4 ...w.w...."
2045 DATA "1 .w........"
2046 DATA "1 .........."
2047 DATA "4 .........."
2048 DATA "1 .........."
2049 DATA "1 .........."
2050 DATA "2 ..b......."
2060 DATA "1410151241"
2061 DATA "1 .........."
2062 DATA "2 .........."
2063 DATA "4 .......c.."
2064 DATA "1 .........."
2065 DATA "3 .c.......w"
2066 DATA "1 .........."
2067 DATA "0 .........."
2068 DATA "0 .........."
2069 DATA "7 .........."
2070 DATA "1 .........."
2080 DATA "3041240312"
2081 DATA "3 .....r.t.."
2082 DATA "1 .........."
2083 DATA "2 .........."
2084 DATA "2 .........."
2085 DATA "4 .........."
2086 DATA "0 .........."
2087 DATA "3 .........."
2088 DATA "3 c........."
2089 DATA "2 ........w."
2090 DATA "0 .........."
2100 DATA "2230611500"
2101 DATA "1 .........."
2102 DATA "4 ..b......."
2103 DATA "1 .........."
2104 DATA "3 ..c......."
2105 DATA "2 .........."
2106 DATA "2 .........."
2107 DATA "1 .........."
2108 DATA "2 .c.....c.."
2109 DATA "1 .........."
2110 DATA "3 .r........"
2120 DATA "1410403052"
2121 DATA "4 ....t....."
2122 DATA "1 ......w..."
2123 DATA "3 .........."
2124 DATA "3 ......c..."
2125 DATA "3 .........."
2126 DATA "1 .........."
2127 DATA "0 .........."
2128 DATA "3 ..r......."
2129 DATA "2 .........."
2130 DATA "0 .........."
2140 DATA "3322310501"
2141 DATA "1 ..ww......"
2142 DATA "1 ....w....."
2143 DATA "1 .........."
2144 DATA "2 .c..b....."
2145 DATA "1 .........."
2146 DATA "3 .........."
2147 DATA "4 .........."
2148 DATA "0 .........."
2149 DATA "2 .........."
2150 DATA "5 .........."
2160 DATA "0504106040"
2161 DATA "2 .........."
2162 DATA "4 ........w."
2163 DATA "2 ......m..."
2164 DATA "3 .........."
2165 DATA "2 .........."
2166 DATA "2 ........m."
2167 DATA "1 .........."
2168 DATA "1 .........."
2169 DATA "1 .w........"
2170 DATA "2 ......c..."
2180 DATA "1320603230"
2181 DATA "0 .........."
2182 DATA "4 .........."
2183 DATA "2 ....b....."
2184 DATA "1 .........."
2185 DATA "1 c........."
2186 DATA "1 .........."
2187 DATA "3 .t......w."
2188 DATA "4 .........."
2189 DATA "3 .........."
2190 DATA "1 ........w."
2200 DATA "1142131070"
2201 DATA "1 .........."
2202 DATA "2 ........t."
2203 DATA "4 .........."
2204 DATA "3 ........m."
2205 DATA "1 .........."
2206 DATA "1 .........."
2207 DATA "2 .........."
2208 DATA "3 ..m......."
2209 DATA "2 .........."
2210 DATA "1 .........."
2220 DATA "2113031261"
2221 DATA "2 .........."
2222 DATA "3 ...b......"
2223 DATA "0 .........."
2224 DATA "2 .........."
2225 DATA "3 .........."
2226 DATA "2 .........."
2227 DATA "5 .........."
2228 DATA "0 .........."
2229 DATA "0 .........."
2230 DATA "3 .........."
2240 DATA "3034132211"
2241 DATA "2 .......c.."
2242 DATA "1 ...t......"
2243 DATA "1 .........."
2244 DATA "3 .........."
2245 DATA "2 w........w"
2246 DATA "2 .....w...."
2247 DATA "3 ..w......."
2248 DATA "3 .........."
2249 DATA "2 .........."
2250 DATA "1 w........."
