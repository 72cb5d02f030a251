# girafa: name="puzzle8-ha"
10 REM PUZZLE 8: DISTANCIA MINIMA, TAMBEM EM PAPEL
20 REM n$() nos da arvore: pai (3 algarismos), movimento, tabuleiro
30 REM a() avaliacao de cada no, mais 5000 quando ja' foi desenvolvido
40 REM m(q,j) para onde vai o ponto da casa q no movimento j; s() caminho da solucao; d() passos entre duas casas
50 DIM n$(100,13): DIM a(100): DIM m(10,4): DIM f$(4,13): DIM s(30)
55 DIM d(9,9)
60 LET l$="BEAD": LET o$="ADBE"
70 PRINT '"***** DESEJAR HARD-COPY ? ******        (VIA IMPRESSORA)"
80 INPUT "SIM --> 1    NAO --> 0 ";copia: CLS : IF copia<>0 AND copia<>1 THEN GO TO 70
90 GO SUB 800: IF copia THEN GO SUB 970
100 REM PROCURA ate' achar a meta, encher a arvore ou esgotar os nos
110 GO SUB 200: IF a(no)>=5999 THEN GO TO 170
120 POKE 23692,0: GO SUB 300
130 LET fechados=fechados+1: LET a(no)=a(no)+5000
140 GO SUB 400: LET achou=0
150 FOR f=1 TO filhos: GO SUB 500: IF cheio THEN GO TO 170
160 NEXT f: IF NOT achou THEN GO TO 110
170 GO SUB 600
180 STOP
200 REM ESCOLHE o primeiro dos nos de menor avaliacao
210 LET no=1: LET menor=5999
220 FOR k=1 TO nos
230 IF a(k)<menor THEN LET menor=a(k): LET no=k
240 NEXT k: RETURN
300 REM MOSTRA o no escolhido, no ecran (via 2) e talvez no papel (via 3)
310 LET t$=n$(no,5 TO 13)
320 PRINT '"NO' "; FLASH 1;no; FLASH 0;: IF copia THEN LPRINT '"NO' ";no;
330 FOR e=2 TO 2+copia
340 PRINT #e;"  ";n$(no);"  VALOR ";a(no)''
350 LET q$=t$: GO SUB 950: PRINT #e
360 NEXT e: RETURN
400 REM DESENVOLVE no: f$() os seus filhos, sem voltar atras nem repetir tabuleiros ja' desenvolvidos
410 LET filhos=0: LET z$=("00"+STR$ no)(LEN STR$ no TO )
420 FOR q=1 TO 9: IF t$(q)<>"." THEN NEXT q
430 FOR j=1 TO 4
440 LET d=m(q,j): IF d=0 OR n$(no,4)=o$(j) THEN GO TO 490
450 LET b$=t$: LET b$(q)=t$(d): LET b$(d)="."
460 FOR k=1 TO nos: IF a(k)>=5000 THEN IF n$(k,5 TO 13)=b$ THEN GO TO 490
470 NEXT k
480 LET filhos=filhos+1: LET f$(filhos)=z$+l$(j)+b$
490 NEXT j: RETURN
500 REM ACRESCENTA o filho f 'a arvore
510 LET b$=f$(f,5 TO 13)
520 IF b$=g$ THEN LET achou=1: LET meta=nos+1
530 PRINT f$(f): IF copia THEN LPRINT f$(f)
535 GO SUB 900
540 LET cheio=(nos>=99): IF cheio THEN RETURN
550 LET nos=nos+1: LET n$(nos)=f$(f): LET a(nos)=valor
560 RETURN
600 REM RESULTADO
610 IF achou THEN GO SUB 700: GO TO 640
620 FOR e=2 TO 2+copia: PRINT #e;'"********************************"''"NAO HA' SOLUCOES": NEXT e
640 PRINT
650 FOR e=2 TO 2+copia: PRINT #e;"LISTA ABERTA  ---> ";nos-fechados;" NOS"''"LISTA FECHADA ---> ";fechados;" NOS"''"********************************": NEXT e: RETURN
700 REM CAMINHO da meta ate' 'a raiz, mostrado ao contrario
710 LET passos=0
720 IF n$(meta,4)<>"C" THEN LET passos=passos+1: LET s(passos)=meta: LET meta=VAL n$(meta, TO 3): GO TO 720
730 FOR e=2 TO 2+copia
740 PRINT #e;'"******** EIS A SOLUCAO : *******"''
750 FOR k=passos TO 1 STEP -1: PRINT #e;" "+(" " AND e=3);n$(s(k),4);" --> ";n$(s(k),5 TO 13): NEXT k
760 PRINT #e;'"EM ";passos;" ETAPA";"S" AND passos<>1'': IF e=2 THEN PRINT
770 PRINT #e;"********************************"
780 NEXT e
790 RETURN
800 REM PREPARACAO
810 FOR q=1 TO 9
820 LET c=q-3*INT ((q-1)/3)
830 LET m(q,1)=(q-3)*(q>3): LET m(q,2)=(q+1)*(c<3)
840 LET m(q,3)=(q+3)*(q<7): LET m(q,4)=(q-1)*(c>1)
850 NEXT q
860 LET q$="PARTIDA": LET z$="S": GO SUB 880: LET s$=t$
870 LET q$="CHEGADA": LET z$="G": GO SUB 880: LET g$=t$
872 FOR q=1 TO 9: FOR k=1 TO 9
874 LET c=INT ((q-1)/3)-INT ((k-1)/3): LET d(q,k)=ABS c+ABS (q-k-3*c)
876 NEXT k: NEXT q
878 LET nos=1: LET n$(1)="001C"+s$: LET fechados=0: LET achou=0: RETURN
880 PRINT '"*INTRODUZIR O PUZZLE DE ";q$;"*"'';TAB 11;"(PUZZLE ";z$;")"'''"DEVE-O INTRODUZIR COMO UMA UNICACADEIA DE CARACTERES,ISTO E',TO-DAS AS TRES ""LINHAS"" DO QUADRADONUMA UNICA LINHA CONTINUA."
890 INPUT "PUZZLE "+z$+" --> ";t$: IF LEN t$<>9 THEN GO TO 890
895 CLS : RETURN
900 REM AVALIA o filho: soma dos passos de cada peca ate' ao seu lugar
910 LET valor=0
920 FOR k=1 TO 9: IF b$(k)="." THEN GO TO 945
930 FOR c=1 TO 9: IF g$(c)<>b$(k) THEN NEXT c: GO TO 945
940 LET valor=valor+d(k,c)
945 NEXT k: RETURN
950 REM QUADRADO q$ na via e
960 FOR k=1 TO 7 STEP 3: PRINT #e;q$(k);" ";q$(k+1);" ";q$(k+2);" ": NEXT k: RETURN
970 REM CABECALHO do papel
975 LET e=3: LPRINT ''"********************************            PUZZLE 8            ********************************"
980 LPRINT '"PUZZLE DE PARTIDA (S) > ";s$'': LET q$=s$: GO SUB 950
985 LPRINT ''"PUZZLE DE CHEGADA (G) > ";g$'': LET q$=g$: GO SUB 950
990 LPRINT ''"********************************"''': RETURN
